import { checkSeries } from '../stats/check-series.ts';
import { localDayOf } from '../time/local-days.ts';

export interface AggregationInsolInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  energyNormalized: Float64Array;
  /** Wh/m2. */
  insolation: Float64Array;
  /** IANA zone of the days; UTC unless told. */
  zone?: string;
}

export interface DailyValues {
  /** Date of each day as if in UTC, epoch ms. */
  times: Float64Array;
  /** Mean by insolation; NaN where no row is known. */
  values: Float64Array;
}

/**
 * Normalised energy of days, each row by its light. A row counts only where both are known; RdTools counts light beside unknown energy as well. Days without rows
 * are left out. Throws where lengths differ. RdTools 3, `aggregation.aggregation_insol`.
 */
export function aggregationInsol(input: AggregationInsolInput): DailyValues {
  const { times, energyNormalized, insolation, zone = 'UTC' } = input;
  checkSeries(times, { energyNormalized, insolation });
  const days = new Map<string, { light: number; weighted: number }>();
  for (const [row, time] of times.entries()) {
    const name = localDayOf(time, zone);
    const day = days.get(name) ?? { light: 0, weighted: 0 };
    days.set(name, day);
    const weighted = energyNormalized[row]! * insolation[row]!;
    if (Number.isNaN(weighted)) continue;
    day.light += insolation[row]!;
    day.weighted += weighted;
  }
  return {
    times: Float64Array.from(days.keys(), (day) => Date.parse(day)),
    values: Float64Array.from(days.values(), ({ light, weighted }) => weighted / light),
  };
}
