import { DEVICE_STATUSES, type DEVICE_SORTS, type DeviceStatus } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';

export type DeviceSort = (typeof DEVICE_SORTS)[number];

/** Worst first; the order in which a person would look after them. */
const WORST_FIRST: readonly DeviceStatus[] = [
  'abnormal',
  'offline',
  'connecting',
  'online',
  'standby',
  'normal',
];

const badness = `(CASE state.status ${WORST_FIRST.map(
  (status, index) => `WHEN '${status}' THEN ${DEVICE_STATUSES.length - index}`,
).join(' ')} ELSE 0 END)::float8 * 1e6 + state.open_alarms`;

const EXPRESSIONS: Readonly<Record<DeviceSort, string>> = {
  worst: badness,
  sn: 'devices.sn',
  kind: 'devices.kind',
  model: 'lower(devices.model COLLATE pg_c_utf8)',
  power: 'state.power',
  energyToday: 'state.energy_today',
  signal: 'state.signal',
  lastDataAt: 'state.last_data_at',
};

/** What is not known comes last whichever way the list is sorted; ties are in the order of ids. */
export function orderBy(sort: DeviceSort, order: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${sql.raw(EXPRESSIONS[sort])} ${sql.raw(order === 'asc' ? 'ASC' : 'DESC')} NULLS LAST, devices.id`;
}
