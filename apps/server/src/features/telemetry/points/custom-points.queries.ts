import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { readOneOfOwners } from '../../../platform/postgres/one-of-owners.ts';
import { pointInUse } from '../../../platform/postgres/point-in-use.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { ALL_STRANGERS, type PointBringer, type PointOwner } from './point-shares.ts';

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

/** Every custom point of some devices. */
export async function readDevicePoints(
  db: Db,
  deviceIds: readonly number[],
): Promise<{ deviceId: number; key: string; id: number }[]> {
  const rows = await db
    .selectFrom('deviceCustomPoints')
    .innerJoin('customPoints', 'customPoints.id', 'pointId')
    .select(['deviceId', 'key', 'customPoints.id'])
    .where('deviceId', '=', sql<number>`ANY(${[...deviceIds]})`)
    .execute();
  return rows;
}

/** A custom point that a device brings. */
export interface WantedPoint {
  deviceId: number;
  key: string;
}

/** Whose devices they are, by device. */
export async function readBringers(
  trx: Transaction<Tables>,
  deviceIds: readonly number[],
): Promise<Map<number, PointBringer>> {
  const rows = await trx
    .selectFrom('devices')
    .select(['id', 'organisationId', 'foundBy', 'foundFrom'])
    .where('id', 'in', deviceIds)
    .execute();
  const owners = await readOneOfOwners(trx, deviceIds);
  return new Map(rows.map(({ id, ...bringer }) => [id, { ...bringer, ownerId: owners.get(id) ?? null }]));
}

/** Makes everybody else who brings points of these shares wait until the transaction ends. All take them in the same order. */
export async function holdShares(trx: Transaction<Tables>, owners: readonly PointOwner[]): Promise<void> {
  const names = new Set(
    owners.map(({ organisationId, broughtBy }) => `points ${organisationId ?? broughtBy}`),
  );
  for (const name of [...names].toSorted())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** How many custom points each device has, and the ids of those wanted that are there already, by device and key. */
export async function ownPoints(trx: Transaction<Tables>, wanted: readonly WantedPoint[]) {
  const deviceIds = wanted.map(({ deviceId }) => deviceId);
  const counted = await sql<{ deviceId: number; count: number }>`
    SELECT device_id, count(*) FROM device_custom_points WHERE device_id = ANY(${deviceIds}) GROUP BY device_id`.execute(
    trx,
  );
  const found = await sql<{ deviceId: number; key: string; id: number }>`
    SELECT device_id, key, min(id) AS id
    FROM unnest(${deviceIds}::int[], ${wanted.map(({ key }) => key)}::text[]) AS wanted(device_id, key)
    JOIN device_custom_points USING (device_id) JOIN custom_points USING (key)
    WHERE point_id = id GROUP BY device_id, key`.execute(trx);
  return {
    counts: new Map(counted.rows.map(({ deviceId, count }) => [deviceId, count])),
    ids: new Map(found.rows.map(({ deviceId, key, id }) => [`${deviceId} ${key}`, id])),
  };
}

/** Ids by key of the points that an owner has. */
export async function findPoints(
  trx: Transaction<Tables>,
  owner: PointOwner,
  keys: readonly string[],
): Promise<Map<string, number | undefined>> {
  const rows = await trx
    .selectFrom('customPoints')
    .select(['key', 'id'])
    .where('key', 'in', keys)
    .where((eb) => ownedBy(eb, owner))
    .execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Points of an organisation or of a share; those of all strangers are the ones of their networks together. */
function ownedBy(
  eb: ExpressionBuilder<Tables, 'customPoints'>,
  { organisationId, broughtBy, ownerId }: PointOwner,
): Expression<SqlBool> {
  if (organisationId !== null) {
    const ofAll = eb('organisationId', '=', organisationId);
    return ownerId === undefined ? ofAll : ofAll.and(usedBy(ownerId));
  }
  return broughtBy === ALL_STRANGERS
    ? eb('broughtBy', 'like', `${ALL_STRANGERS}%`)
    : eb('broughtBy', '=', broughtBy);
}

/** A device in a station of this person uses it. */
const usedBy = (ownerId: number) => sql<SqlBool>`EXISTS (
  SELECT FROM device_custom_points AS used JOIN devices ON devices.id = used.device_id JOIN stations ON stations.id = devices.station_id
   WHERE used.point_id = custom_points.id AND stations.owner_id = ${ownerId} AND stations.organisation_id = custom_points.organisation_id)`;

const DAY_MS = 86_400_000;

/** How many points of an owner are in use, and how many were made within a day. */
export function countPoints(trx: Transaction<Tables>, owner: PointOwner, now: number) {
  const since = new Date(now - DAY_MS);
  return trx
    .selectFrom('customPoints')
    .select([
      sql<number>`count(*) FILTER (WHERE ${pointInUse})`.as('used'),
      sql<number>`count(*) FILTER (WHERE created_at > ${since})`.as('today'),
    ])
    .where((eb) => ownedBy(eb, owner))
    .executeTakeFirstOrThrow();
}

interface NewPoints {
  owner: PointOwner;
  keys: readonly string[];
  now: number;
}

/** Makes points of these keys for an owner. */
export async function insertPoints(
  trx: Transaction<Tables>,
  { owner: { organisationId, broughtBy }, keys, now }: NewPoints,
): Promise<{ id: number; key: string }[]> {
  if (keys.length === 0) return [];
  return trx
    .insertInto('customPoints')
    .values(keys.map((key) => ({ key, organisationId, broughtBy, createdAt: new Date(now) })))
    .returning(['id', 'key'])
    .execute();
}

/** Notes which devices use which points. */
export async function givePoints(
  trx: Transaction<Tables>,
  given: { deviceId: number; pointId: number }[],
): Promise<void> {
  if (given.length === 0) return;
  await trx
    .insertInto('deviceCustomPoints')
    .values(given)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
