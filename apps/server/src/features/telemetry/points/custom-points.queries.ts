import type { ErrorKey } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { ALL_STRANGERS, sharesOf, type PointShare } from './point-shares.ts';

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
  now: number;
}

/**
 * Gives a device a custom point, making the point where no device had it. The device's row is locked, so that two messages cannot both
 * take the last place. Throws AppError: tooManyPoints where the device has its share already, tooManyPointsOfOrganisation or
 * tooManyPointsUnbound where who brings it has.
 */
export function registerCustomPoint(db: Db, { deviceId, key, now }: CustomPointOfDevice): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const device = await trx
      .selectFrom('devices')
      .select(['organisationId', 'foundBy', 'foundFrom'])
      .where('id', '=', deviceId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const shares = sharesOf(device);
    const limit = shares[0].ofDevice;
    const { count } = await trx
      .selectFrom('deviceCustomPoints')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deviceId', '=', deviceId)
      .executeTakeFirstOrThrow();
    const existing = await findPoint(trx, key);
    if (existing !== undefined && (await deviceHas(trx, deviceId, existing))) return existing;
    if (count >= limit) throw new AppError('tooManyPoints', { key, limit });
    const pointId = existing ?? (await makePoint(trx, { key, shares, now }));
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

interface NewPoint {
  key: string;
  shares: readonly [PointShare, ...PointShare[]];
  now: number;
}

/** Those who count in the same share make their points one after the other. */
async function makePoint(trx: Transaction<Tables>, { key, shares, now }: NewPoint): Promise<number> {
  for (const { broughtBy } of shares.toReversed())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`points ${broughtBy}`}, 0))`.execute(trx);
  for (const share of shares) {
    if (!(await hasRoom(trx, share, now))) throw usedUp(share.error, key, share.inUse);
  }
  const { last } = await trx
    .selectFrom('customPoints')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  if (Number(last ?? 0) >= LAST_POINT_ID) throw usedUp(shares[0].error, key, shares[0].inUse);
  const row = await trx
    .insertInto('customPoints')
    .values({ key, broughtBy: shares[0].broughtBy, createdAt: new Date(now) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const usedUp = (error: ErrorKey, key: string, limit: number) => new AppError(error, { key, limit });

const DAY_MS = 86_400_000;

/** Whether there is room in a share; the one of all strangers counts those of their networks. */
async function hasRoom(
  trx: Transaction<Tables>,
  { broughtBy, inUse, perDay }: PointShare,
  now: number,
): Promise<boolean> {
  const since = new Date(now - DAY_MS);
  const { used, today } = await trx
    .selectFrom('customPoints')
    .select([
      sql<number>`count(*) FILTER (WHERE id IN (SELECT point_id FROM device_custom_points))`.as('used'),
      sql<number>`count(*) FILTER (WHERE created_at > ${since})`.as('today'),
    ])
    .where(
      'broughtBy',
      broughtBy === ALL_STRANGERS ? 'like' : '=',
      broughtBy === ALL_STRANGERS ? `${broughtBy}%` : broughtBy,
    )
    .executeTakeFirstOrThrow();
  return used < inUse && today < perDay;
}
