import type { StationSums } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { anyOf } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { EXPECTATION_SUMS } from './expectation-sums.ts';
import { stationCondition, type ScopedActor, type StationFilter } from './station-filter.ts';

const eb = expressionBuilder<Tables, 'stations'>();

/** Sums over every station under the whole filter, in one pass. */
export async function sumStations(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  filter: StationFilter,
): Promise<StationSums> {
  const { rows } = await sql<StationSums>`
    SELECT coalesce(sum(stations.capacity_kw), 0) AS "capacityKw", sum(state.power) AS power,
      sum(state.energy_today) AS "energyToday", sum(state.energy_month) AS "energyMonth",
      sum(state.energy_total) AS "energyTotal", ${EXPECTATION_SUMS.expectedToday} AS "expectedToday",
      ${EXPECTATION_SUMS.energyOfExpected} AS "energyOfExpected", ${EXPECTATION_SUMS.lostToday} AS "lostToday"
    FROM station_states AS state JOIN stations ON stations.id = state.station_id
    WHERE ${stationCondition(scoped, filter)(eb)}
      AND ${filter.status ? anyOf('state.status', filter.status) : sql`true`}`.execute(db);
  return rows[0]!;
}
