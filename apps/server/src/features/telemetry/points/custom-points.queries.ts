import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

/** Largest id the samples table can hold. */
const LAST_POINT_ID = 65_535;

/** Id by key of every custom point. */
export async function loadCustomPoints(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('customPoints').select(['key', 'id']).execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Custom points of each device that has any. */
export async function loadDevicePoints(db: Db): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('deviceCustomPoints')
    .select(['deviceId', sql<number[]>`array_agg(point_id)`.as('points')])
    .groupBy('deviceId')
    .execute();
  return new Map(rows.map(({ deviceId, points }) => [deviceId, new Set(points)]));
}

export interface CustomPointOfDevice {
  deviceId: number;
  key: string;
  /** Custom points one device may have. */
  limit: number;
}

/**
 * Gives a device a custom point, making the point where no device had it. Undefined when the device has its share already
 * or the platform's ids are used up. The device's row is locked, so that two messages cannot both take the last place.
 */
export function registerCustomPoint(
  db: Db,
  { deviceId, key, limit }: CustomPointOfDevice,
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('devices').select('id').where('id', '=', deviceId).forUpdate().execute();
    const { count } = await trx
      .selectFrom('deviceCustomPoints')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deviceId', '=', deviceId)
      .executeTakeFirstOrThrow();
    const existing = await findPoint(trx, key);
    if (existing !== undefined && (await deviceHas(trx, deviceId, existing))) return existing;
    if (count >= limit) return undefined;
    const pointId = existing ?? (await makePoint(trx, key));
    if (pointId === undefined) return undefined;
    await trx.insertInto('deviceCustomPoints').values({ deviceId, pointId }).execute();
    return pointId;
  });
}

async function findPoint(trx: Transaction<Tables>, key: string): Promise<number | undefined> {
  return (await trx.selectFrom('customPoints').select('id').where('key', '=', key).executeTakeFirst())?.id;
}

async function deviceHas(trx: Transaction<Tables>, deviceId: number, pointId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('deviceCustomPoints')
    .select('pointId')
    .where('deviceId', '=', deviceId)
    .where('pointId', '=', pointId)
    .executeTakeFirst();
  return row !== undefined;
}

async function makePoint(trx: Transaction<Tables>, key: string): Promise<number | undefined> {
  const { last } = await trx
    .selectFrom('customPoints')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  if (Number(last ?? 0) >= LAST_POINT_ID) return undefined;
  const row = await trx
    .insertInto('customPoints')
    .values({ key })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
