import { normalPair } from '../stats/random.ts';
import type { SrrDays } from './srr-days.ts';
import type { RunInterval } from './srr-intervals.ts';

/** What a cleaning restores: about what was seen, anything, or all. */
export type CleanMethod = 'halfNormClean' | 'randomClean' | 'perfectClean';

interface Draw {
  slope: number;
  start: number;
  end: number;
}

/** Where the interval after a cleaning begins. */
function recovered(end: number, recovery: number, method: CleanMethod, random: () => number): number {
  if (method === 'perfectClean') return 1;
  if (method === 'randomClean') return end + (1 - end) * random();
  const level = Math.min(1, Math.max(0, end + recovery));
  return 1 - Math.abs((normalPair(random)[0] * (1 - level)) / 3);
}

function drawIntervals(intervals: readonly RunInterval[], method: CleanMethod, random: () => number): Draw[] {
  let next = 1;
  const draws = intervals.map(({ interval, inferredRecovery }): Draw => {
    const { soilingRateLow: low, soilingRateHigh: high } = interval;
    const slope = low + (high - low) * random();
    if (method !== 'perfectClean' && !interval.valid) return { slope, start: NaN, end: NaN };
    const start = next;
    const end = start + slope * interval.length;
    next = recovered(end, inferredRecovery, method, random);
    return { slope, start, end };
  });
  // Intervals that say nothing lie at one level between their neighbours.
  for (let at = 0; at < draws.length; at += 1) {
    if (!Number.isNaN(draws[at]!.start)) continue;
    const from = at;
    while (at + 1 < draws.length && Number.isNaN(draws[at + 1]!.start)) at += 1;
    const low = draws[from - 1]?.end ?? 1;
    const level = low + ((draws[at + 1]?.start ?? 1) - low) * random();
    for (const draw of draws.slice(from, at + 1)) draw.start = level;
  }
  return draws;
}

/** Soiling ratios of all days, by light, each of other slopes and cleanings that are as likely. */
export function drawRatios(
  srr: SrrDays,
  intervals: readonly RunInterval[],
  { reps, method, random }: { reps: number; method: CleanMethod; random: () => number },
): Float64Array {
  const sums = intervals.map(({ days }) => ({
    light: days.reduce((sum, day) => sum + srr.insolation[day]!, 0),
    aged: days.reduce((sum, day, since) => sum + srr.insolation[day]! * since, 0),
  }));
  const light = sums.reduce((sum, one) => sum + one.light, 0);
  return Float64Array.from({ length: reps }, () => {
    const draws = drawIntervals(intervals, method, random);
    const kept = draws.reduce(
      (sum, { start, slope }, at) => sum + start * sums[at]!.light + slope * sums[at]!.aged,
      0,
    );
    return kept / light;
  });
}
