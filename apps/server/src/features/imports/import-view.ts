import { importRun, type ImportRun } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { stationScope } from '../scope/index.ts';

const LISTED = 100;
const shownMapping = importRun.pick({ timeZone: true, columns: true });

function importsInScope(db: Db, actor: Actor) {
  return db
    .selectFrom('imports')
    .innerJoin('stations', 'stations.id', 'imports.stationId')
    .selectAll('imports')
    .select('stations.name as stationName')
    .where(stationScope(actor, 'imports.run'));
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof importsInScope>['executeTakeFirstOrThrow']>>;

/** One import into a station of the actor's scope. Throws AppError `importNotFound`. */
export async function getImport(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<ImportRun> {
  const row = await importsInScope(platform.db, actor).where('imports.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('importNotFound', { id });
  return toImportRun(row);
}

/** The newest imports into stations of the actor's scope, without their columns and their error rows but the first. */
export async function listImports(platform: Pick<Platform, 'db'>, actor: Actor): Promise<ImportRun[]> {
  const rows = await importsInScope(platform.db, actor).orderBy('imports.id', 'desc').limit(LISTED).execute();
  return rows.map((row) => ({ ...toImportRun(row), errors: row.errors.slice(0, 1), columns: [] }));
}

function toImportRun(row: ImportRow): ImportRun {
  return {
    id: row.id,
    fileName: row.fileName,
    station: { id: row.stationId, name: row.stationName },
    state: row.state,
    rowsTotal: row.rowsTotal,
    rowsDone: row.rowsDone,
    samples: row.samples,
    errorCount: row.errorCount,
    errors: row.errors,
    devices: row.devices,
    firstTime: row.firstTime?.getTime() ?? null,
    lastTime: row.lastTime?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
    message: row.message,
    ...mappingOf(row.mapping),
  };
}

/** What a page shows of a mapping; that of an old import may lack what is asked for today. */
function mappingOf(mapping: unknown): Pick<ImportRun, 'timeZone' | 'columns'> {
  const { data } = shownMapping.safeParse(mapping);
  return data ?? { timeZone: 'UTC', columns: [] };
}
