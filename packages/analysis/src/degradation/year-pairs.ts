/** Two rows a year apart. */
export interface YearPair {
  from: number;
  to: number;
  /** Between them, of 365 days. */
  years: number;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const TOLERANCE_MS = 8 * DAY_MS;

/** The same day of the next calendar year in UTC; 28 February after a 29th. */
export function yearLater(time: number, years = 1): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** For each row the newest one that a calendar year carries up to it, eight days before it at most. `times` rise. */
export function yearPairs(times: Float64Array): YearPair[] {
  const shifted = times.map((time) => yearLater(time));
  const pairs: YearPair[] = [];
  let from = -1;
  for (const [to, time] of times.entries()) {
    while (from + 1 < shifted.length && shifted[from + 1]! <= time) from += 1;
    if (from < 0 || time - shifted[from]! > TOLERANCE_MS) continue;
    pairs.push({ from, to, years: (time - times[from]!) / YEAR_MS });
  }
  return pairs;
}
