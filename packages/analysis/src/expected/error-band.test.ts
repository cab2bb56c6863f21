import { expect, test } from 'vitest';
import { seededRandom } from '../stats/random.ts';
import { errorBand, type BandRow } from './error-band.ts';

/** Days whose rows go up and down together by `common` and each by `own`. */
function days(
  count: number,
  { common, own, seed }: { common: number; own: number; seed: number },
): BandRow[][] {
  const random = seededRandom(seed);
  const even = () => random() + random() + random() - 1.5;
  return Array.from({ length: count }, () => {
    const day = common * even();
    return Array.from({ length: 60 }, (_, row) => ({
      ratio: Math.exp(day + own * even()),
      share: 0.15 + (row % 8) / 10,
    }));
  });
}

const LOAD = 5;
const within = (rows: readonly BandRow[], { low, high }: ReturnType<typeof errorBand>) =>
  rows.filter(({ ratio, share }) => {
    const level = Math.round(share * 10);
    return ratio >= low[level]! && ratio <= high[level]!;
  }).length / rows.length;

test('rows that are independent lie within by four fifths', () => {
  const band = errorBand(days(50, { common: 0, own: 0.1, seed: 1 }));
  const others = days(50, { common: 0, own: 0.1, seed: 2 }).flat();
  expect(within(others, band)).toBeGreaterThan(0.77);
  expect(within(others, band)).toBeLessThan(0.85);
});

test('of few days that differ as a whole the band is wider than a tenth of their rows would say', () => {
  const shares = [3, 4, 5, 6, 7, 8].map((seed) => {
    const seen = days(6, { common: 0.15, own: 0.02, seed });
    return within(days(60, { common: 0.15, own: 0.02, seed: seed + 100 }).flat(), errorBand(seen));
  });
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.7);
});

test('of one day all that was seen is within, of none the band is the middle', () => {
  const [day] = days(1, { common: 0, own: 0.1, seed: 9 });
  expect(within(day!, errorBand([day!]))).toBeGreaterThan(0.95);
  expect(errorBand([]).low[LOAD]).toBe(1);
});
