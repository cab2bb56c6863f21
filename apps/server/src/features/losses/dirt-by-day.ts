import { addDays, dirtOf, LEAST_SEEN } from '@sunfleet/analysis';
import type { StoredLosses } from '../expected-power/index.ts';

/** Of a day that lost more of what it could give to known causes nothing is said of dust. */
const MOST_KNOWN = 0.2;

/**
 * Wh that dust on the modules took on each day, by slopes of the days' energy against what known causes left of the design; undefined where too few days are known. `measured`: Wh of
 * each local day by counters.
 */
export function dirtByDay(
  days: readonly StoredLosses[],
  measured: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | undefined {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (!first || !last) return undefined;
  const byDay = new Map(days.map((day) => [day.day, day]));
  const names: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) names.push(day);
  const possible = names.map((name) => {
    const day = byDay.get(name);
    if (!day || day.seen < LEAST_SEEN || day.shaded <= 0) return NaN;
    const known = day.held + day.missing + day.silent + day.curtailed + day.outage + day.strings + day.snow;
    return known > MOST_KNOWN * day.shaded ? NaN : day.shaded - known;
  });
  const ratios = Float64Array.from(names, (name, at) => (measured.get(name) ?? NaN) / possible[at]!);
  const times = Float64Array.from(names, (name) => Date.parse(`${name}T00:00:00Z`));
  const shares = dirtOf(times, ratios);
  if (!shares) return undefined;
  return new Map(
    names.flatMap((name, at) =>
      shares[at]! > 0 && !Number.isNaN(possible[at]) ? [[name, shares[at]! * possible[at]!]] : [],
    ),
  );
}
