import { DEVICE_STATUSES, type DEVICE_SORTS, type DeviceStatus } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';

export type DeviceSort = (typeof DEVICE_SORTS)[number];

/** Worst first; the order in which a person would look after them. */
const WORST_FIRST: readonly DeviceStatus[] = [
  'abnormal',
  'offline',
  'connecting',
  'backFilling',
  'online',
  'standby',
  'normal',
];

const badness = `(CASE state.status ${WORST_FIRST.map(
  (status, index) => `WHEN '${status}' THEN ${DEVICE_STATUSES.length - index}`,
).join(' ')} ELSE 0 END)::float8 * 1e6 + state.open_alarms`;

const word = (column: string) => `lower(${column} COLLATE pg_c_utf8)`;

const EXPRESSIONS: Readonly<Record<DeviceSort, string>> = {
  worst: badness,
  sn: 'devices.sn',
  name: word('devices.name'),
  kind: 'devices.kind',
  model: word('devices.model'),
  manufacturer: word('devices.manufacturer'),
  firmware: word('devices.firmware'),
  station: word('home.name'),
  parent: 'parent.sn',
  connection: 'state.connection',
  alarms: 'state.open_alarms',
  power: 'state.power',
  ratedPower: 'devices.rated_power',
  energyToday: 'state.energy_today',
  soc: 'state.soc',
  signal: 'state.signal',
  lastDataAt: 'state.last_data_at',
  productionDate: 'devices.production_date',
  warrantyEnd: 'devices.warranty_end',
  firstPowerOn: 'devices.first_power_on',
  soldOn: 'devices.sold_on',
};

/** What is not known comes last whichever way the list is sorted; ties are in the order of ids. */
export function orderBy(sort: DeviceSort, order: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${sql.raw(EXPRESSIONS[sort])} ${sql.raw(order === 'asc' ? 'ASC' : 'DESC')} NULLS LAST, devices.id`;
}

/** Tables that an order reads beside devices and their states. */
export function joinsOf(sort: DeviceSort): RawBuilder<unknown> {
  if (sort === 'station') return sql`LEFT JOIN stations AS home ON home.id = devices.station_id`;
  if (sort === 'parent') return sql`LEFT JOIN devices AS parent ON parent.id = devices.parent_id`;
  return sql``;
}
