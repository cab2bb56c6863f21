import { importRun, type ImportRun } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readStationScope, stationScope, type StationCondition } from '../scope/index.ts';

const LISTED = 100;
const shownMapping = importRun.pick({ timeZone: true, columns: true });

/** What a row of the list shows: all but what an import holds of its columns and error rows. */
const LISTED_FIELDS = [
  'imports.id',
  'imports.stationId',
  'imports.fileName',
  'imports.state',
  'imports.rowsTotal',
  'imports.rowsDone',
  'imports.rowsListed',
  'imports.samples',
  'imports.errorCount',
  'imports.devices',
  'imports.firstTime',
  'imports.lastTime',
  'imports.createdAt',
  'imports.finishedAt',
  'imports.message',
  'imports.undoableUntil',
  'imports.undoBeganAt',
  'imports.undoneAt',
  'imports.valuesUndone',
] as const;

function importsInScope(db: Db, scope: StationCondition) {
  return db
    .selectFrom('imports')
    .innerJoin('stations', 'stations.id', 'imports.stationId')
    .leftJoin('users as undoers', 'undoers.id', 'imports.undoneBy')
    .select(LISTED_FIELDS)
    .select(['stations.name as stationName', 'undoers.name as undoerName'])
    .where(scope);
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof importsInScope>['executeTakeFirstOrThrow']>>;

/** One import into a station of the actor's scope. Throws AppError `importNotFound`. */
export async function getImport(
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<ImportRun> {
  const row = await importsInScope(platform.db, stationScope(actor, 'imports.run'))
    .select(['imports.errors', 'imports.mapping'])
    .where('imports.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('importNotFound', { id });
  return { ...toListed(row, platform.clock.now()), errors: row.errors, ...mappingOf(row.mapping) };
}

/**
 * The newest imports into stations of the actor's scope, without their columns and their error rows but the first: of a hundred imports these are
 * tens of megabytes, which are left in the database.
 */
export async function listImports(
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
): Promise<ImportRun[]> {
  const now = platform.clock.now();
  const scope = await readStationScope(platform.db, actor, 'imports.run');
  const rows = await importsInScope(platform.db, scope)
    .select([
      sql<ImportRun['errors'][number] | null>`imports.errors->0`.as('firstError'),
      sql<string | null>`imports.mapping->>'timeZone'`.as('timeZone'),
    ])
    .orderBy('imports.id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map((row) => ({
    ...toListed(row, now),
    errors: row.firstError === null ? [] : [row.firstError],
    timeZone: row.timeZone ?? 'UTC',
    columns: [],
  }));
}

/** States in which an import may have stored something and is at an end. */
export const UNDOABLE_STATES: readonly ImportRun['state'][] = ['done', 'failed'];

function undoableUntil(row: ImportRow, now: number): number | null {
  const { state, rowsListed, undoableUntil: until } = row;
  if (!UNDOABLE_STATES.includes(state) || rowsListed === 0 || !until) return null;
  return until.getTime() > now ? until.getTime() : null;
}

function undoOf({ undoBeganAt, undoneAt, undoerName, valuesUndone }: ImportRow): ImportRun['undo'] {
  if (!undoBeganAt) return null;
  return {
    by: undoerName,
    beganAt: undoBeganAt.getTime(),
    finishedAt: undoneAt?.getTime() ?? null,
    valuesDone: valuesUndone,
  };
}

function toListed(row: ImportRow, now: number): Omit<ImportRun, 'errors' | 'timeZone' | 'columns'> {
  return {
    id: row.id,
    fileName: row.fileName,
    station: { id: row.stationId, name: row.stationName },
    state: row.state,
    rowsTotal: row.rowsTotal,
    rowsDone: row.rowsDone,
    samples: row.samples,
    errorCount: row.errorCount,
    devices: row.devices,
    firstTime: row.firstTime?.getTime() ?? null,
    lastTime: row.lastTime?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
    message: row.message,
    undoableUntil: undoableUntil(row, now),
    undo: undoOf(row),
  };
}

/** What a page shows of a mapping; that of an old import may lack what is asked for today. */
function mappingOf(mapping: unknown): Pick<ImportRun, 'timeZone' | 'columns'> {
  const { data } = shownMapping.safeParse(mapping);
  return data ?? { timeZone: 'UTC', columns: [] };
}
