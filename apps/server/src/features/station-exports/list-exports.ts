import { LIMITS, type StationExport } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { StationExportsTables } from '../../platform/postgres/tables/station-exports.ts';

/** All but what the file is judged by, which may be long. */
export const SHOWN = [
  'id',
  'format',
  'state',
  'rowsDone',
  'rowsTotal',
  'error',
  'createdAt',
] as const satisfies (keyof StationExportsTables['stationExports'])[];

type Row = Pick<Selectable<StationExportsTables['stationExports']>, (typeof SHOWN)[number]>;

/** Files that the caller asked for, the newest first. */
export async function listExports(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<StationExport[]> {
  if (userId === null) return [];
  const rows = await db
    .selectFrom('stationExports')
    .select(SHOWN)
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toExport);
}

export const toExport = ({
  id,
  format,
  state,
  rowsDone,
  rowsTotal,
  error,
  createdAt,
}: Row): StationExport => ({
  id,
  format,
  state,
  rows: rowsDone,
  total: rowsTotal,
  error,
  createdAt: createdAt.getTime(),
  goneAt: createdAt.getTime() + LIMITS.stationExportMs,
});
