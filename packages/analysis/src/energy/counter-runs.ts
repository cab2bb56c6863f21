import { toleranceOf, type CounterRules } from './counter-rules.ts';
import type { Samples } from './samples.ts';

/** Readings next to each other that rise as the counter may: indices of the first and the last one. */
export interface Run {
  first: number;
  last: number;
  /** All readings are exactly 0. */
  isZero: boolean;
}

/** How many rises behind a start from 0 tell whether the start was one of them. */
const RISES_AFTER_START = 5;
/** A start from 0 may be so many times faster than the rises that follow it. */
const START_FACTOR = 1.5;

/** Cuts readings where the counter falls, rises by more than the time allows, or leaves 0 in a leap. */
export function splitRuns(samples: Samples, rules: CounterRules): Run[] {
  const { times, values } = samples;
  const tolerance = toleranceOf(rules);
  const runs: Run[] = [];
  let first = 0;
  let debt = 0;
  const close = (last: number) =>
    runs.push({ first, last, isZero: values[last] === 0 && values[first] === 0 });
  for (let i = 1; i < times.length; i += 1) {
    const rise = (values[i] ?? 0) - (values[i - 1] ?? 0);
    const span = (times[i] ?? 0) - (times[i - 1] ?? 0);
    debt = Math.max(0, debt + rise - rules.rate * span);
    const isBroken =
      rise < -tolerance ||
      debt > rules.step + tolerance ||
      (values[i - 1] === 0 && rise > 0 && leapsFromZero(samples, rules, i));
    if (!isBroken) continue;
    close(i - 1);
    first = i;
    debt = 0;
  }
  if (times.length > 0) close(times.length - 1);
  return runs;
}

/**
 * Whether the counter did not count from 0 to the reading at `index`: a register that is not read yet shows 0, and then
 * its level. What it counts afterwards tells how much one rise may be.
 */
function leapsFromZero({ times, values }: Samples, rules: CounterRules, index: number): boolean {
  const leap = values[index] ?? 0;
  if (leap <= rules.step) return false;
  let fastest = NaN;
  for (let i = index + 1; i <= index + RISES_AFTER_START && i < times.length; i += 1) {
    const rise = (values[i] ?? 0) - (values[i - 1] ?? 0);
    const span = (times[i] ?? 0) - (times[i - 1] ?? 0);
    if (rise < 0 || rise > rules.rate * span + rules.step) break;
    fastest = Math.max(Number.isNaN(fastest) ? 0 : fastest, rise / span);
  }
  if (Number.isNaN(fastest)) return !rules.isRated;
  return leap / ((times[index] ?? 0) - (times[index - 1] ?? 0)) > START_FACTOR * fastest;
}
