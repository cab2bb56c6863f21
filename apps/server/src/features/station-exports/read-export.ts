import type { Readable } from 'node:stream';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { endedStationScope, readStationScope } from '../scope/index.ts';
import { rightsOf } from './rights-of.ts';

interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * The file of an export of the caller, who is judged anew: it may be a day old. Throws AppError: exportNotFound, also while it is not written;
 * exportOutdated where the caller may do other things by now, or no longer sees one of its stations.
 */
export async function readExport(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  actor: Actor,
  id: number,
): Promise<ExportFile> {
  const row = await db
    .selectFrom('stationExports')
    .select(['format', 'createdAt', 'rights', 'file'])
    .where('id', '=', id)
    .where('userId', '=', actor.userId)
    .where('state', '=', 'done')
    .executeTakeFirst();
  if (!row?.file || !(await files.exists(row.file))) throw new AppError('exportNotFound', { id });
  if (row.rights !== rightsOf(actor) || !(await seesAll(db, actor, id))) throw new AppError('exportOutdated');
  const day = row.createdAt.toISOString().slice(0, 10);
  return {
    name: `stations-${day}.${row.format}`,
    type: TYPES[row.format],
    content: files.read(row.file),
  };
}

/** Whether the actor sees every station of a file, or would if it had not been ended since: the file is as old as it says. */
async function seesAll(db: Db, actor: Actor, id: number): Promise<boolean> {
  const scope = await readStationScope(db, actor);
  const ended = endedStationScope(actor, 'stations.view');
  const stations = expressionBuilder<Tables, 'stations'>();
  const { rows } = await sql<{ all: boolean }>`
    WITH file AS MATERIALIZED (SELECT station_ids FROM station_exports WHERE id = ${id})
    SELECT (SELECT count(*) FROM file, unnest(file.station_ids) AS held (id) JOIN stations ON stations.id = held.id
             WHERE ${stations.or([scope(stations), ended(stations)])}) = cardinality(file.station_ids) AS all
      FROM file`.execute(db);
  return rows[0]?.all === true;
}
