import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { anyOf } from '../../platform/postgres/list-query.ts';
import { deviceCondition, type DeviceFilter, type ScopedActor } from './device-filter.ts';

interface Narrowed {
  filters: Partial<DeviceFilter>;
  /** One more condition on `devices`. */
  also?: RawBuilder<SqlBool>;
  most: number;
}

/** Devices of stations under filters of the list, by station and serial number; one more than `most` where there are more. */
export async function devicesUnder(
  db: Db,
  scoped: ScopedActor,
  { filters, also = sql<SqlBool>`true`, most }: Narrowed,
): Promise<number[]> {
  const { status } = filters;
  const { rows } = await sql<{ id: number }>`
    SELECT devices.id FROM devices JOIN device_states AS state ON state.device_id = devices.id
     WHERE ${deviceCondition(scoped, { ...filters, bound: true })} AND ${also} AND ${status ? anyOf('state.status', status) : sql`true`}
     ORDER BY devices.station_id, devices.sn LIMIT ${most + 1}`.execute(db);
  return rows.map(({ id }) => id);
}
