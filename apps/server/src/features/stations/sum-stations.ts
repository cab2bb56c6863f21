import type { StationSums } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { addedByPeople } from './added-by-people.ts';
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
  const { rows } = await sql<Omit<StationSums, 'correction'> & Parameters<typeof addedByPeople>[0]>`
    SELECT coalesce(sum(stations.capacity_kw), 0) AS "capacityKw", sum(state.power) AS power,
      sum(state.energy_today) AS "energyToday", sum(state.energy_month) AS "energyMonth",
      sum(state.energy_year) AS "energyYear",
      sum(state.energy_total) AS "energyTotal",
      sum(state.correction_today) AS "correctionToday", sum(state.correction_month) AS "correctionMonth",
      sum(state.correction_year) AS "correctionYear", sum(state.correction_total) AS "correctionTotal",
      ${EXPECTATION_SUMS.expectedToday} AS "expectedToday",
      ${EXPECTATION_SUMS.energyOfExpected} AS "energyOfExpected", ${EXPECTATION_SUMS.lostToday} AS "lostToday"
    FROM ${from} WHERE ${whereAll}`.execute(db);
  const { correctionToday, correctionMonth, correctionYear, correctionTotal, ...sums } = rows[0]!;
  return { ...sums, ...addedByPeople({ correctionToday, correctionMonth, correctionYear, correctionTotal }) };
}
