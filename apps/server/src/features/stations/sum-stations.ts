import type { StationSums } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { EXPECTATION_SUMS } from './expectation-sums.ts';
import type { ScopedActor, StationFilter } from './station-filter.ts';
import { stationSource } from './station-source.ts';

/** Sums over every station under the whole filter, in one pass. */
export async function sumStations(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  filter: StationFilter,
): Promise<StationSums> {
  const { from, whereAll } = stationSource(scoped, filter, { withStations: true });
  const { rows } = await sql<StationSums>`
    SELECT coalesce(sum(stations.capacity_kw), 0) AS "capacityKw", sum(state.power) AS power,
      sum(state.energy_today) AS "energyToday", sum(state.energy_month) AS "energyMonth",
      sum(state.energy_year) AS "energyYear",
      sum(state.energy_total) AS "energyTotal", ${EXPECTATION_SUMS.expectedToday} AS "expectedToday",
      ${EXPECTATION_SUMS.energyOfExpected} AS "energyOfExpected", ${EXPECTATION_SUMS.lostToday} AS "lostToday"
    FROM ${from} WHERE ${whereAll}`.execute(db);
  return rows[0]!;
}
