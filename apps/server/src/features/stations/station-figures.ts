import { TELLING_HOURS } from '@sunfleet/analysis';
import type { StationFigure, StationRevenueFigure } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import { MEASURED_TODAY } from './measured-today.ts';

interface Figure {
  /** Over `station_states AS state`, `listed_stations AS stations` (its capacity is null where it is not known) and `money`. */
  expression: string;
  /** Whether it reads the table of stations beside the states. */
  ofStation: boolean;
}

const ofState = (expression: string): Figure => ({ expression, ofStation: false });
const ofStation = (expression: string): Figure => ({ expression, ofStation: true });

/** What each figure of a list is, so that a column, its order and its filter mean the same. */
const FIGURES: Readonly<Record<Exclude<StationFigure, 'silence'>, Figure>> = {
  capacity: ofStation('stations.capacity_kw'),
  power: ofState('state.power'),
  powerRatio: ofStation('state.power / 10 / stations.capacity_kw'),
  energyToday: ofState('state.energy_today'),
  hoursToday: ofStation('state.energy_today / stations.capacity_kw'),
  energyMonth: ofState('state.energy_month'),
  energyYear: ofState('state.energy_year'),
  energyTotal: ofState('state.energy_total'),
  expected: ofStation(
    `CASE WHEN state.expected_today >= ${TELLING_HOURS} * coalesce(stations.capacity_kw, 0) THEN 100 * ${MEASURED_TODAY} / nullif(state.expected_today, 0) END`,
  ),
  loss: ofState(
    `CASE WHEN state.expected_today > ${MEASURED_TODAY} THEN state.expected_today - ${MEASURED_TODAY} WHEN state.expected_today <= ${MEASURED_TODAY} THEN 0 END`,
  ),
  soc: ofState('state.soc'),
  signal: ofState('state.signal'),
  devicesOffline: ofState('(state.devices_total - state.devices_online)'),
};

/** Amounts of the running day are known only where the day that was counted last still runs. */
const today = 'CASE WHEN money.day_runs THEN money.';
const REVENUES: Readonly<Record<StationRevenueFigure, string>> = {
  revenueToday: `${today}today END`,
  revenueMonth: `${today}today + money.before_month END`,
  revenueYear: `${today}today + money.before_year END`,
  revenueTotal: `${today}today + money.before_total END`,
};

export const isOfStation = (figure: string): boolean =>
  figure !== 'silence' && (FIGURES[figure as keyof typeof FIGURES]?.ofStation ?? true);

/** The figure as SQL. `now`: epoch milliseconds. */
export function figureExpression(
  figure: StationFigure | StationRevenueFigure,
  now: number,
): RawBuilder<number | null> {
  if (figure === 'silence')
    return sql`coalesce(date_part('epoch', ${new Date(now)}::timestamptz - state.last_data_at) / 3600, 'Infinity')`;
  if (figure in REVENUES) return sql.raw(`(${REVENUES[figure as StationRevenueFigure]})`);
  return sql.raw(`(${FIGURES[figure as keyof typeof FIGURES].expression})`);
}
