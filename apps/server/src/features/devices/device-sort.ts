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

/** What alarms add to it stays below a step. */
const STEP = 1e6;

/** How bad it is that a device has this status. */
export const badnessOf = (status: string): number => STEP * (BEST_FIRST.indexOf(status as DeviceStatus) + 1);

const badness = `(CASE state.status ${BEST_FIRST.map(
  (status, index) => `WHEN '${status}' THEN ${index + 1}`,
).join(' ')} ELSE 0 END)::float8 * ${STEP} + state.open_alarms`;

/** Words of the platform have no order of a language, which takes long to compare. */
const code = (column: string) => `${column} COLLATE "C"`;

/** How devices are ordered. */
interface Order {
  /** Computed from a row of `devices` and `state` alone. */
  key: string;
  /** How very many are ordered as a whole, where a table is better read once than for each. */
  whole?: { join: string; key: string };
  /** How all of them are read in the order of an index instead. */
  walk?: Walk;
}

export interface Walk {
  /** Table from which the key is read, joined with `devices` and `state`, or whose rows are gone through with their devices for each of them. */
  table?: { name: string; on: string; each?: true };
  key: string;
  /** Column that is null where the key is not known; without it every device has one. */
  known?: string;
  /** Also where the list is narrowed: what devices are named by has little to do with what they are narrowed by. Days have. */
  narrowed?: true;
}

function word(column: 'name' | 'model' | 'manufacturer' | 'firmware'): Order {
  const on = `listed.id = state.listed_${column}`;
  return {
    key: `(SELECT listed.word FROM listed_words AS listed WHERE ${on})`,
    whole: { join: `LEFT JOIN listed_words AS listed ON ${on}`, key: 'listed.word' },
    walk: {
      table: { name: 'listed_words AS listed', on, each: true },
      key: 'listed.word',
      known: `state.listed_${column}`,
    },
  };
}

const day = (key: string): Order => ({ key, walk: { key, known: key } });

const ORDERS: Readonly<Record<DeviceSort, Order>> = {
  worst: { key: badness },
  sn: {
    key: '(SELECT own.sn FROM devices AS own WHERE own.id = devices.id)',
    walk: { key: 'devices.sn', narrowed: true },
  },
  name: word('name'),
  kind: { key: code('state.listed_kind') },
  model: word('model'),
  manufacturer: word('manufacturer'),
  firmware: word('firmware'),
  station: {
    key: '(SELECT home.name FROM listed_stations AS home WHERE home.id = devices.station_id)',
    walk: {
      table: { name: 'listed_stations AS home', on: 'home.id = devices.station_id' },
      key: 'home.name',
      known: 'devices.station_id',
      narrowed: true,
    },
  },
  parent: {
    key: '(SELECT parent.sn FROM devices AS own JOIN devices AS parent ON parent.id = own.parent_id WHERE own.id = devices.id)',
    walk: {
      table: { name: 'devices AS parent', on: 'parent.id = devices.parent_id' },
      key: 'parent.sn',
      known: 'devices.parent_id',
      narrowed: true,
    },
  },
  connection: { key: code('state.connection') },
  alarms: { key: 'state.open_alarms' },
  power: { key: 'state.power' },
  ratedPower: { key: 'state.listed_rated_power' },
  energyToday: { key: 'state.energy_today' },
  soc: { key: 'state.soc' },
  signal: { key: 'state.signal' },
  lastDataAt: { key: 'state.last_data_at' },
  productionDate: day('state.listed_production_date'),
  warrantyEnd: day('state.listed_warranty_end'),
  firstPowerOn: day('state.listed_first_power_on'),
  soldOn: day('state.listed_sold_on'),
};

/** What a device has in the place of an order, to be computed for few. */
export const keyOf = (sort: DeviceSort): RawBuilder<unknown> => sql.raw(ORDERS[sort].key);

/** How an order is read for very many: joined and ordered as a whole, or along an index. */
export function wayOf(sort: DeviceSort, narrowed: boolean): { walk: Walk } | { join: string; key: string } {
  const { walk, whole, key } = ORDERS[sort];
  return walk && (walk.narrowed || !narrowed) ? { walk } : (whole ?? { join: '', key });
}

export interface Direction {
  order: 'asc' | 'desc';
  /** Read from the end to the beginning. */
  fromEnd?: boolean;
}

/** Whoever sees serial numbers masked does not learn their order either. */
export const shownSort = (actor: Actor, sort: DeviceSort): DeviceSort =>
  seesMasked(actor) && (sort === 'sn' || sort === 'parent') ? 'name' : sort;

/** What is not known comes last whichever way the list is sorted; ties are in the order of ids. */
export function orderBy(
  [key, id]: readonly [key: RawBuilder<unknown>, id: RawBuilder<unknown>],
  direction: Direction,
): RawBuilder<unknown> {
  const nulls = sql.raw(direction.fromEnd ? 'NULLS FIRST' : 'NULLS LAST');
  return sql`${key} ${towards(direction)} ${nulls}, ${id} ${ofIds(direction)}`;
}

export const towards = ({ order, fromEnd = false }: Direction): RawBuilder<unknown> =>
  sql.raw((order === 'asc') === fromEnd ? 'DESC' : 'ASC');

export const ofIds = ({ fromEnd }: Direction): RawBuilder<unknown> => sql.raw(fromEnd ? 'DESC' : 'ASC');
