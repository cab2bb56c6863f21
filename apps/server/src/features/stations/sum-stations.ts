import type { StationSums } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { addedByPeople } from './added-by-people.ts';
import { EXPECTATION_SUMS } from './expectation-sums.ts';
import { leavesAll, type ScopedActor, type StationFilter } from './station-filter.ts';
import { stationSource } from './station-source.ts';

/** Of all stations it is summed apart from the states, without looking each up. */
const CAPACITY_OF_ALL = sql`(SELECT sum(listed.capacity_kw) FROM listed_stations AS listed WHERE listed.ended_at IS NULL)`;

/** Sums over every station under the whole filter, in one pass. */
export async function sumStations(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  filter: StationFilter,
): Promise<StationSums> {
  const all = leavesAll(scoped.actor, filter);
  const { from, whereAll } = stationSource(scoped, filter, { withStations: !all });
  const capacity = all ? CAPACITY_OF_ALL : sql`sum(stations.capacity_kw)`;
  const { rows } = await sql<Omit<StationSums, 'correction'> & Parameters<typeof addedByPeople>[0]>`
    SELECT coalesce(${capacity}, 0) AS "capacityKw", sum(state.power) AS power,
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
