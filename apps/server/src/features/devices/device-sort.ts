import { type DEVICE_SORTS, type DeviceStatus } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import { seesMasked, type Actor } from '../../platform/actor.ts';

export type DeviceSort = (typeof DEVICE_SORTS)[number];

/** Best first, the other way round than a person looks after them: most devices are found at the first question. */
const BEST_FIRST: readonly DeviceStatus[] = [
  'normal',
  'standby',
  'online',
  'backFilling',
  'connecting',
  'offline',
  'abnormal',
];

const badness = `(CASE state.status ${BEST_FIRST.map(
  (status, index) => `WHEN '${status}' THEN ${index + 1}`,
).join(' ')} ELSE 0 END)::float8 * 1e6 + state.open_alarms`;

/** Words of the platform have no order of a language, which takes long to compare. */
const code = (column: string) => `${column} COLLATE "C"`;

const EXPRESSIONS: Readonly<Record<DeviceSort, string>> = {
  worst: badness,
  sn: 'devices.sn',
  name: 'listed.word',
  kind: code('state.listed_kind'),
  model: 'listed.word',
  manufacturer: 'listed.word',
  firmware: 'listed.word',
  station: 'home.name',
  parent: 'parent.sn',
  connection: code('state.connection'),
  alarms: 'state.open_alarms',
  power: 'state.power',
  ratedPower: 'state.listed_rated_power',
  energyToday: 'state.energy_today',
  soc: 'state.soc',
  signal: 'state.signal',
  lastDataAt: 'state.last_data_at',
  productionDate: 'state.listed_production_date',
  warrantyEnd: 'state.listed_warranty_end',
  firstPowerOn: 'state.listed_first_power_on',
  soldOn: 'state.listed_sold_on',
};

/** Read from `listed_words` by the number that stands beside the state. */
const WORDS: ReadonlySet<DeviceSort> = new Set(['name', 'model', 'manufacturer', 'firmware']);

/** Whoever sees serial numbers masked does not learn their order either. */
export const shownSort = (actor: Actor, sort: DeviceSort): DeviceSort =>
  seesMasked(actor) && (sort === 'sn' || sort === 'parent') ? 'name' : sort;

/** What is not known comes last whichever way the list is sorted; ties are in the order of ids. */
export function orderBy(sort: DeviceSort, order: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${sql.raw(EXPRESSIONS[sort])} ${sql.raw(order === 'asc' ? 'ASC' : 'DESC')} NULLS LAST, devices.id`;
}

/** The same from the end to the beginning. */
export function orderFromEnd(sort: DeviceSort, order: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${sql.raw(EXPRESSIONS[sort])} ${sql.raw(order === 'asc' ? 'DESC' : 'ASC')} NULLS FIRST, devices.id DESC`;
}

/** Tables that an order reads beside devices and their states. */
export function joinsOf(sort: DeviceSort): RawBuilder<unknown> {
  if (WORDS.has(sort))
    return sql`LEFT JOIN listed_words AS listed ON listed.id = ${sql.ref(`state.listed_${sort}`)}`;
  if (sort === 'station') return sql`LEFT JOIN listed_stations AS home ON home.id = devices.station_id`;
  if (sort === 'parent') return sql`LEFT JOIN devices AS parent ON parent.id = devices.parent_id`;
  return sql``;
}
