import { srrDays } from '../soiling/srr-days.ts';
import { srrIntervals } from '../soiling/srr-intervals.ts';

/** Days that are looked at for slopes between cleanings; fewer tell nothing. */
const LEAST_DAYS = 60;
/** A slope of less than two weeks is weather, one of more than four months a season. */
const SHORTEST = 14;
const LONGEST = 120;
/** Share of a day's energy that goes on another day: less is not told from noise. */
const LEAST_RATE = 0.0003;
/** Share of what was lost that came back at the end, as after rain or a cleaning. */
const CAME_BACK = 0.5;

/**
 * Share of each day's energy that dust on the modules takes: slopes of the energy against the design between cleanings (Deceglie, Micheli and Muller 2018) that end with a step up. Slopes without
 * such an end may be seasons or age and say nothing. `times`: one day after the other, epoch ms; `ratios`: NaN where a day is not known. Undefined where too few days are.
 */
export function dirtOf(times: Float64Array, ratios: Float64Array): Float64Array | undefined {
  if (ratios.reduce((sum, ratio) => sum + (Number.isNaN(ratio) ? 0 : 1), 0) < LEAST_DAYS) return undefined;
  const shares = new Float64Array(times.length);
  const srr = srrDays({
    times,
    energyNormalizedDaily: ratios,
    insolationDaily: new Float64Array(times.length).fill(1),
  });
  let runs: ReturnType<typeof srrIntervals>;
  try {
    runs = srrIntervals(srr, {});
  } catch {
    return shares;
  }
  const first = times.indexOf(srr.times[0]!);
  for (const [at, { days, interval }] of runs.entries()) {
    const { valid, length, soilingRate, soilingRateHigh, inferredEndLoss } = interval;
    const isSlope = valid && soilingRateHigh <= -LEAST_RATE && length >= SHORTEST && length <= LONGEST;
    const after = runs[at + 1]?.interval.inferredStartLoss ?? NaN;
    if (!isSlope || !(after - inferredEndLoss >= CAME_BACK * -soilingRate * length)) continue;
    for (const [since, day] of days.entries()) shares[first + day] = Math.min(1, -soilingRate * since);
  }
  return shares;
}
