import type { StationBatch } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { StationBatchesTable } from '../../platform/postgres/tables/stations.ts';

/** All but what is to be created. */
export const VIEWED = [
  'id',
  'fileName',
  'state',
  'total',
  'done',
  'message',
  'createdAt',
  'finishedAt',
] as const satisfies (keyof StationBatchesTable)[];

export function toBatch(row: Pick<Selectable<StationBatchesTable>, (typeof VIEWED)[number]>): StationBatch {
  return { ...row, createdAt: row.createdAt.getTime(), finishedAt: row.finishedAt?.getTime() ?? null };
}

/** A batch of the actor's own. Throws AppError `stationBatchNotFound`. */
export async function getBatch(db: Db, actor: Actor, id: number): Promise<StationBatch> {
  const row = await db
    .selectFrom('stationBatches')
    .select(VIEWED)
    .where('id', '=', id)
    .where('userId', '=', actor.userId)
    .executeTakeFirst();
  if (!row) throw new AppError('stationBatchNotFound', { id });
  return toBatch(row);
}
