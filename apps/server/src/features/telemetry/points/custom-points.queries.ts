import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { pointInUse } from '../../../platform/postgres/point-in-use.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { ALL_STRANGERS, sharesOf, type PointOwner, type PointShare } from './point-shares.ts';

/** Key by id of every custom point. */
export async function loadCustomPoints(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('customPoints').select(['id', 'key']).execute();
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Ids of the custom points of each device that has any. */
export async function loadDevicePoints(db: Db): Promise<{ deviceId: number; points: number[] }[]> {
  return db
    .selectFrom('deviceCustomPoints')
    .select(['deviceId', sql<number[]>`array_agg(point_id)`.as('points')])
    .groupBy('deviceId')
    .execute();
}

export interface CustomPointOfDevice {
  deviceId: number;
  key: string;
  now: number;
}

/**
 * Gives a device a custom point: the one it has by this key, whoever owned the device then, else the one of its organisation or network,
 * which is made where it is missing. The device's row is locked, so that two messages cannot both take the last place. Throws AppError:
 * tooManyPoints where the device has its share already, tooManyPointsOfOrganisation or tooManyPointsUnbound where who brings it has.
 */
export function registerCustomPoint(db: Db, { deviceId, key, now }: CustomPointOfDevice): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const device = await trx
      .selectFrom('devices')
      .select(['organisationId', 'foundBy', 'foundFrom'])
      .where('id', '=', deviceId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const own = await pointsOfDevice(trx, deviceId, key);
    if (own.pointId !== null) return own.pointId;
    const shares = sharesOf(device);
    const limit = shares[0].ofDevice;
    if (own.count >= limit) throw new AppError('tooManyPoints', { key, limit });
    const pointId = (await findPoint(trx, key, shares[0])) ?? (await makePoint(trx, { key, shares, now }));
    await trx.insertInto('deviceCustomPoints').values({ deviceId, pointId }).execute();
    return pointId;
  });
}

/** How many custom points a device has, and the one of a key. */
function pointsOfDevice(trx: Transaction<Tables>, deviceId: number, key: string) {
  return trx
    .selectFrom('deviceCustomPoints')
    .innerJoin('customPoints', 'customPoints.id', 'deviceCustomPoints.pointId')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number | null>`min(id) FILTER (WHERE key = ${key})`.as('pointId'),
    ])
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow();
}

async function findPoint(
  trx: Transaction<Tables>,
  key: string,
  owner: PointOwner,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('customPoints')
    .select('id')
    .where('key', '=', key)
    .where((eb) => ownedBy(eb, owner))
    .executeTakeFirst();
  return row?.id;
}

/** Points of an organisation or of a share; those of all strangers are the ones of their networks together. */
function ownedBy(
  eb: ExpressionBuilder<Tables, 'customPoints'>,
  { organisationId, broughtBy }: PointOwner,
): Expression<SqlBool> {
  if (organisationId !== null) return eb('organisationId', '=', organisationId);
  return broughtBy === ALL_STRANGERS
    ? eb('broughtBy', 'like', `${ALL_STRANGERS}%`)
    : eb('broughtBy', '=', broughtBy);
}

interface NewPoint {
  key: string;
  shares: readonly [PointShare, ...PointShare[]];
  now: number;
}

/** Those who count in the same share make their points one after the other. */
async function makePoint(trx: Transaction<Tables>, { key, shares, now }: NewPoint): Promise<number> {
  for (const { organisationId, broughtBy } of shares.toReversed())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`points ${organisationId ?? broughtBy}`}, 0))`.execute(
      trx,
    );
  const [{ organisationId, broughtBy }] = shares;
  const madeMeanwhile = await findPoint(trx, key, shares[0]);
  if (madeMeanwhile !== undefined) return madeMeanwhile;
  for (const share of shares) {
    if (!(await hasRoom(trx, share, now))) throw new AppError(share.error, { key, limit: share.inUse });
  }
  const row = await trx
    .insertInto('customPoints')
    .values({ key, organisationId, broughtBy, createdAt: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const DAY_MS = 86_400_000;

async function hasRoom(trx: Transaction<Tables>, share: PointShare, now: number): Promise<boolean> {
  const since = new Date(now - DAY_MS);
  const { used, today } = await trx
    .selectFrom('customPoints')
    .select([
      sql<number>`count(*) FILTER (WHERE ${pointInUse})`.as('used'),
      sql<number>`count(*) FILTER (WHERE created_at > ${since})`.as('today'),
    ])
    .where((eb) => ownedBy(eb, share))
    .executeTakeFirstOrThrow();
  return used < share.inUse && today < share.perDay;
}
