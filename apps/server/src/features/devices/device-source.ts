import { DEVICE_DAYS, DEVICE_FIGURES } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import type { DeviceFilter } from './device-filter.ts';
import type { DeviceSort } from './device-sort.ts';

/** What a list asks of, without an order where it is counted. */
interface Asked {
  filter: DeviceFilter;
  sort?: DeviceSort;
}

/** States with the columns that place their devices, under the name `devices`. */
const PLACED = sql`device_states AS state CROSS JOIN LATERAL (
  SELECT state.device_id AS id, state.listed_station_id AS station_id, state.listed_organisation_id AS organisation_id,
         state.listed_kind AS kind) AS devices`;
const BOTH = sql`devices JOIN device_states AS state ON state.device_id = devices.id`;

/** Orders by what stands with devices alone. */
const OF_DEVICES: ReadonlySet<DeviceSort> = new Set(['sn', 'parent']);

/** Filters that read columns of states. */
const OF_STATES: readonly (keyof DeviceFilter)[] = [
  ...DEVICE_DAYS,
  ...DEVICE_FIGURES,
  ...(['status', 'connection', 'q', 'name', 'model', 'manufacturer', 'firmware'] as const),
];

/**
 * Where devices are read from, as `devices` and `state`: the table of states alone, beside which all stands that lists are narrowed by and nearly all that
 * they are ordered by. A join of all devices with all states costs more than twice as much.
 */
export function deviceSource({ filter, sort }: Asked): RawBuilder<unknown> {
  if (sort === undefined || !OF_DEVICES.has(sort)) return PLACED;
  return OF_STATES.some((key) => filter[key] !== undefined) ? BOTH : sql`devices`;
}
