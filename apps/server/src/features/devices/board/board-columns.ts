import { CONNECTIONS, DEVICE_KINDS, DEVICE_STATUSES } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';

/** Words of the platform as numbers: where they stand among their like in the order of their letters. */
const inOrder = (words: readonly string[]): readonly string[] => words.toSorted((a, b) => (a < b ? -1 : 1));
export const STATUSES = inOrder(DEVICE_STATUSES);
export const KINDS = inOrder(DEVICE_KINDS);
export const WAYS = inOrder(CONNECTIONS);

const word = (column: string, words: readonly string[]) =>
  sql`array_position(${[...words]}::text[], ${sql.ref(column)}) - 1`;
const day = (column: string) => sql`${sql.ref(column)} - date '1970-01-01'`;
const time = (column: string) => sql`date_part('epoch', ${sql.ref(column)})`;

/** What is known of each device, as numbers: where it is read from, and how much room it needs. Words are the numbers of `listed_words`. */
export const BOARD_COLUMNS = {
  id: { of: sql.ref('state.device_id'), wide: true },
  station: { of: sql.ref('state.listed_station_id'), wide: true },
  status: { of: word('state.status', STATUSES), wide: false },
  kind: { of: word('state.listed_kind', KINDS), wide: false },
  connection: { of: word('state.connection', WAYS), wide: false },
  power: { of: sql.ref('state.power'), wide: true },
  ratedPower: { of: sql.ref('state.listed_rated_power'), wide: true },
  energyToday: { of: sql.ref('state.energy_today'), wide: true },
  soc: { of: sql.ref('state.soc'), wide: true },
  signal: { of: sql.ref('state.signal'), wide: true },
  alarms: { of: sql.ref('state.open_alarms'), wide: true },
  /** Epoch seconds. */
  lastDataAt: { of: time('state.last_data_at'), wide: true },
  name: { of: sql.ref('state.listed_name'), wide: false },
  model: { of: sql.ref('state.listed_model'), wide: false },
  manufacturer: { of: sql.ref('state.listed_manufacturer'), wide: false },
  firmware: { of: sql.ref('state.listed_firmware'), wide: false },
  /** Days since 1970. */
  productionDate: { of: day('state.listed_production_date'), wide: false },
  warrantyEnd: { of: day('state.listed_warranty_end'), wide: false },
  firstPowerOn: { of: day('state.listed_first_power_on'), wide: false },
  soldOn: { of: day('state.listed_sold_on'), wide: false },
} as const satisfies Record<string, { of: RawBuilder<unknown>; wide: boolean }>;

export type BoardColumn = keyof typeof BOARD_COLUMNS;
export const BOARD_NAMES = Object.keys(BOARD_COLUMNS) as BoardColumn[];
