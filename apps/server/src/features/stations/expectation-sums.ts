import { sql } from 'kysely';
import { MEASURED_TODAY } from './measured-today.ts';

/** Stations of which both is known: what they gave today and what they should have given. */
const KNOWN = sql`FILTER (WHERE state.expected_today > 0 AND state.energy_today IS NOT NULL)`;

type Sum = number | null;
const MEASURED = sql.raw(MEASURED_TODAY);

/** kWh of today, as they were measured, over `station_states AS state`: expected, given by the same stations, and missing at those that gave too little. */
export const EXPECTATION_SUMS = {
  expectedToday: sql<Sum>`sum(state.expected_today) ${KNOWN}`,
  energyOfExpected: sql<Sum>`sum(${MEASURED}) ${KNOWN}`,
  lostToday: sql<Sum>`sum(greatest(0, state.expected_today - ${MEASURED})) ${KNOWN}`,
};
