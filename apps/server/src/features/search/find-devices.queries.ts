import type { Found } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import { may, seesMasked, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { contains } from '../../platform/postgres/list-query.ts';
import { maskFor } from '../accounts/index.ts';
import { readDeviceScope } from '../scope/index.ts';
import { snStartsWith } from '../stations/index.ts';
import type { Search } from './search.ts';

/** Devices whose serial number begins with the text, then those whose name contains it. Visitors, who see serial numbers masked, search by name alone. */
export async function findDevices(db: Db, actor: Actor, { q, most }: Search): Promise<Found['devices']> {
  if (!may(actor, 'devices.view')) return [];
  const mask = maskFor(actor);
  const bySn = seesMasked(actor) ? sql<SqlBool>`false` : snStartsWith(q);
  const rows = await db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .select(['devices.id', 'devices.sn', 'devices.name', 'devices.model', 'devices.kind'])
    .select(['home.id as stationId', 'home.name as stationName'])
    .where(sql<SqlBool>`(${bySn} OR (devices.name IS NOT NULL AND ${contains('devices.name', q)}))`)
    .where(await readDeviceScope(db, actor))
    .orderBy(sql`CASE WHEN ${bySn} THEN 0 ELSE 1 END`)
    .orderBy('devices.sn')
    .limit(most)
    .execute();
  return rows.map(({ stationId, stationName, sn, ...row }) => ({
    ...row,
    sn: mask.sn(sn),
    station: stationId === null ? null : { id: stationId, name: stationName ?? '' },
  }));
}
