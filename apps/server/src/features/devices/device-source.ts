import { DEVICE_DAYS, DEVICE_TEXTS } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import type { DeviceFilter } from './device-filter.ts';
import type { DeviceSort } from './device-sort.ts';

/** What a list asks of: its filter, whether with the status, and its order; undefined: none. */
interface Asked {
  filter: DeviceFilter;
  status?: readonly string[] | undefined;
  sort?: DeviceSort;
}

/** Columns of `device_states` that place a device. */
const PLACED = sql`device_states AS state CROSS JOIN LATERAL (
  SELECT state.device_id AS id, state.listed_station_id AS station_id, state.listed_organisation_id AS organisation_id,
         state.listed_kind AS kind) AS devices`;
const BOTH = sql`devices JOIN device_states AS state ON state.device_id = devices.id`;

const SORTS_OF_STATES: ReadonlySet<DeviceSort> = new Set([
  'worst',
  'connection',
  'alarms',
  'power',
  'energyToday',
  'soc',
  'signal',
  'lastDataAt',
]);
/** Told by the columns that stand in both tables. */
const SORTS_OF_BOTH: ReadonlySet<DeviceSort> = new Set(['kind', 'station']);

/**
 * Where devices are read from, as `devices` and `state`: the table of states alone or that of devices alone where that is enough, because a join of all
 * of both costs more than twice as much.
 */
export function deviceSource({ filter, status, sort }: Asked): RawBuilder<unknown> {
  const { connection, power, energyToday, soc, signal, alarms, silence } = filter;
  const ofStates =
    [connection, power, energyToday, soc, signal, alarms, silence, status].some(
      (value) => value !== undefined,
    ) ||
    (sort !== undefined && SORTS_OF_STATES.has(sort));
  const texts = DEVICE_TEXTS.filter((key) => key !== 'station');
  const ofDevices =
    [...texts, ...DEVICE_DAYS, 'q', 'product', 'ratedPower', 'blocked'].some(
      (key) => filter[key as keyof DeviceFilter] !== undefined,
    ) ||
    (sort !== undefined && !SORTS_OF_STATES.has(sort) && !SORTS_OF_BOTH.has(sort));
  if (!ofDevices) return PLACED;
  return ofStates || sort === undefined ? BOTH : sql`devices`;
}
