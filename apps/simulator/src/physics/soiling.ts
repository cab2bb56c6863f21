import { noise1, scatter } from './noise.ts';

const DAY_MS = 86_400_000;
/** Days between two washes of a dry place at most: somebody comes with water. */
const LONGEST_DRY_DAYS = 60;

/**
 * Share of light that dirt takes, 0 to 0.08: grows every dry day, washed off by rain days, which a cloudy place has more of.
 * A function of the day alone, so that any run and any replay agrees.
 */
export function soilingAt(station: string, time: number, cloudiness: number): number {
  const day = Math.floor(time / DAY_MS);
  const seed = Math.floor(scatter(station, 31) * 2 ** 31);
  const rate = 0.0006 + 0.0012 * scatter(station, 32);
  let dry = 0;
  while (dry < LONGEST_DRY_DAYS && noise1(seed, day - dry) < 1 - 0.32 * cloudiness) dry += 1;
  return Math.min(0.08, rate * (dry + (time / DAY_MS - day)));
}
