import type { Found } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import { may, seesMasked, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { contains, onPage } from '../../platform/postgres/list-query.ts';
import { maskFor } from '../accounts/index.ts';
import { readDeviceScope, type DeviceCondition } from '../scope/index.ts';
import { snStartsWith } from '../stations/index.ts';
import type { Search } from './search.ts';

/** Devices whose serial number begins with the text, then those whose name contains it. Visitors, who see serial numbers masked, search by name alone. */
export async function findDevices(
  db: Db,
  actor: Actor,
  { q, most, page = 1 }: Search,
): Promise<Found['devices']> {
  if (!may(actor, 'devices.view')) return [];
  const mask = maskFor(actor);
  const rows = await db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .select(['devices.id', 'devices.sn', 'devices.name', 'devices.model', 'devices.kind'])
    .select(['home.id as stationId', 'home.name as stationName'])
    .where(devicesOf(actor, q))
    .where(await readDeviceScope(db, actor))
    .orderBy(sql`CASE WHEN ${bySn(actor, q)} THEN 0 ELSE 1 END`)
    // Their order would tell visitors what is masked of serial numbers.
    .orderBy(mask.active ? 'devices.id' : 'devices.sn')
    .orderBy('devices.id')
    .$call(onPage({ page, pageSize: most }))
    .execute();
  return rows.map(({ stationId, stationName, sn, ...row }) => ({
    ...row,
    sn: mask.sn(sn),
    station: stationId === null ? null : { id: stationId, name: stationName ?? '' },
  }));
}

/** How many of them there are. */
export async function countDevices(db: Db, actor: Actor, q: string): Promise<number> {
  const { total } = await devicesFound(db, { actor, q, scope: await readDeviceScope(db, actor) })
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

interface DevicesFound {
  actor: Actor;
  q: string;
  /** By `readDeviceScope`. */
  scope: DeviceCondition;
}

/** All of them, in no order. */
export const devicesFound = (db: Db, { actor, q, scope }: DevicesFound) =>
  db.selectFrom('devices').where(devicesOf(actor, q)).where(scope);

const bySn = (actor: Actor, q: string) => (seesMasked(actor) ? sql<SqlBool>`false` : snStartsWith(q));

const devicesOf = (actor: Actor, q: string) =>
  may(actor, 'devices.view')
    ? sql<SqlBool>`(${bySn(actor, q)} OR (devices.name IS NOT NULL AND ${contains('devices.name', q)}))`
    : sql<SqlBool>`false`;
