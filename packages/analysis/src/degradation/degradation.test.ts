import { describe, expect, it } from 'vitest';
import { degradationClassicalDecomposition } from './classical-decomposition.ts';
import { degradationOls } from './ols.ts';
import { degradationYearOnYear } from './year-on-year.ts';
import { yearLater, yearPairs } from './year-pairs.ts';

const DAY_MS = 86_400_000;
const ROWS = 1190;
const start = Date.UTC(2019, 4, 3);
const times = Float64Array.from({ length: ROWS }, (_, day) => start + day * DAY_MS);
/** A decline of 0.85 % a year with seasons and a noise that anybody can compute again. */
const whole = times.map(
  (_, day) =>
    0.9 * (1 - (0.0085 * day) / 365) * (1 + 0.05 * Math.sin((2 * Math.PI * day) / 365.25)) +
    ((((day + 1) * 7919) % 1009) / 1009 - 0.5) * 0.06,
);
const withGaps = whole.map((value, day) => (day % 17 === 5 ? NaN : value));
const rows = [...withGaps.keys()]
  .filter((day) => !Number.isNaN(withGaps[day]!))
  .filter((_, at) => at % 9 !== 2);
const dropped = {
  times: Float64Array.from(rows, (day) => times[day]!),
  energyNormalized: Float64Array.from(rows, (day) => withGaps[day]!),
};
const counts = (usage: Uint8Array) => [0, 1, 2].map((times) => usage.filter((one) => one === times).length);

describe('degradationYearOnYear', () => {
  // What RdTools 3 (commit 0c6cae8) answers.
  it.each([
    [
      'without gaps',
      { times, energyNormalized: whole },
      {
        rdPct: -3.1484079312217474,
        low: -3.153689511683205,
        high: -3.1426635763096455,
        p95: -3.157019686493423,
      },
      { factor: 0.8969070648315547, pairs: 824, sum: -720.8731383939789, use: [1, 730, 459] },
    ],
    [
      'with unknown rows',
      { times, energyNormalized: withGaps },
      {
        rdPct: -3.148194899293366,
        low: -3.1536788617159472,
        high: -3.1420431909740643,
        p95: -3.157019686493423,
      },
      { factor: 0.8969070648315547, pairs: 727, sum: -630.7699004131207, use: [132, 662, 396] },
    ],
    [
      'with rows that are not there',
      dropped,
      {
        rdPct: -3.1470495817577104,
        low: -3.152864728425009,
        high: -3.1381995418887976,
        p95: -3.1580847106974175,
      },
      { factor: 0.8963866661269306, pairs: 689, sum: -604.2253539753337, use: [48, 608, 339] },
    ],
    [
      'as it is',
      { times, energyNormalized: whole, recenter: false },
      {
        rdPct: -2.8238293164844883,
        low: -2.8283582079370317,
        high: -2.8186812445042286,
        p95: -2.83155326062825,
      },
      { factor: 1, pairs: 824, sum: -646.5562106728546, use: [1, 730, 459] },
    ],
  ])('is that of RdTools %s', (_, input, rate, points) => {
    const found = degradationYearOnYear(input);
    expect(found.rdPct).toBeCloseTo(rate.rdPct, 10);
    expect(found.renormalizingFactor).toBeCloseTo(points.factor, 12);
    expect(found.yoyValues).toHaveLength(points.pairs);
    expect(found.yoyValues.reduce((sum, one) => sum + one, 0)).toBeCloseTo(points.sum, 8);
    expect(counts(found.usageOfPoints)).toEqual(points.use);
    // Drawn by other numbers.
    expect(Math.abs(found.rdCi[0] - rate.low)).toBeLessThan(0.003);
    expect(Math.abs(found.rdCi[1] - rate.high)).toBeLessThan(0.003);
    expect(Math.abs(found.exceedanceLevel - rate.p95)).toBeLessThan(0.003);
  });

  it('draws the same for the same seed', () => {
    const found = degradationYearOnYear({ ...dropped, seed: 5 });
    expect(degradationYearOnYear({ ...dropped, seed: 5 })).toEqual(found);
    expect(degradationYearOnYear({ ...dropped, seed: 6, confidenceLevel: 95 }).rdCi[0]).toBeLessThan(
      found.rdCi[0],
    );
  });

  it('has a wider interval by blocks, where neighbours go together', () => {
    const input = { times, energyNormalized: whole };
    const blocks = degradationYearOnYear({ ...input, uncertaintyMethod: 'circularBlock' });
    const [low, high] = degradationYearOnYear(input).rdCi;
    expect(blocks.rdCi[1] - blocks.rdCi[0]).toBeGreaterThan(high - low);
    expect(blocks.rdCi[0]).toBeLessThan(blocks.rdPct);
    expect(blocks.rdCi[1]).toBeGreaterThan(blocks.rdPct);
    expect(() => degradationYearOnYear({ ...dropped, uncertaintyMethod: 'circularBlock' })).toThrow(
      'equal steps',
    );
    const tooLong = { ...input, uncertaintyMethod: 'circularBlock' as const, blockLength: 500 };
    expect(() => degradationYearOnYear(tooLong)).toThrow('a third of the rows');
  });

  it('refuses what says nothing', () => {
    const short = { times: times.slice(0, 720), energyNormalized: whole.slice(0, 720) };
    expect(() => degradationYearOnYear(short)).toThrow('two years at least');
    const unknown = whole.map(() => NaN);
    expect(() => degradationYearOnYear({ times, energyNormalized: unknown })).toThrow('no two rows');
    expect(() => degradationYearOnYear({ times: times.toReversed(), energyNormalized: whole })).toThrow(
      'rising',
    );
    const wide = { times, energyNormalized: whole, confidenceLevel: 100 };
    expect(() => degradationYearOnYear(wide)).toThrow('between 0 and 100');
  });
});

describe('yearPairs', () => {
  it('takes 28 February after a 29th, and a row eight days before at most', () => {
    expect(yearLater(Date.UTC(2024, 1, 29))).toBe(Date.UTC(2025, 1, 28));
    expect(yearLater(Date.UTC(2024, 1, 29), 4)).toBe(Date.UTC(2028, 1, 29));
    const at = (day: number) => Date.UTC(2023, 0, day);
    const pairs = yearPairs(Float64Array.of(at(1), at(365 + 9), at(365 + 10)));
    expect(pairs.map(({ from, to }) => [from, to])).toEqual([[0, 1]]);
  });
});

describe('lines', () => {
  it('are those of RdTools', () => {
    const ols = degradationOls({ times, energyNormalized: withGaps });
    expect(ols.rdPct).toBeCloseTo(-1.2361616070246217, 11);
    expect(ols.slope).toBeCloseTo(-0.011226805270235653, 14);
    expect(ols.intercept).toBeCloseTo(0.9081988314827221, 13);
    expect(ols.rmse).toBeCloseTo(0.03567866790876125, 14);
    expect(ols.slopeStderr).toBeCloseTo(0.001132751481812844, 14);
    expect(ols.interceptStderr).toBeCloseTo(0.0021313628479699013, 14);
    expect(Math.abs(ols.rdCi[0] + 1.3575)).toBeLessThan(0.005);
    expect(Math.abs(ols.rdCi[1] + 1.1159)).toBeLessThan(0.005);
  });

  it('through yearly means are those of RdTools', () => {
    const found = degradationClassicalDecomposition({ times, energyNormalized: whole });
    expect(found.rdPct).toBeCloseTo(-0.8462762177160245, 11);
    expect(found.mkTestTrend).toBe('decreasing');
    expect(found.slope).toBeCloseTo(-0.007615988563001681, 13);
    expect(found.intercept).toBeCloseTo(0.899941225284118, 12);
    expect(found.slopeStderr).toBeCloseTo(7.0308096303822195e-6, 15);
    const known = found.series.filter((value) => !Number.isNaN(value));
    expect(known).toHaveLength(824);
    expect(known.reduce((sum, one) => sum + one, 0)).toBeCloseTo(731.3301200851269, 9);
    expect(Math.abs(found.rdCi[0] + 0.84705)).toBeLessThan(1e-4);
  });

  it('tell a rise from no trend', () => {
    const rising = degradationClassicalDecomposition({ times, energyNormalized: times.map((_, day) => day) });
    expect(rising.mkTestTrend).toBe('increasing');
    const flat = degradationClassicalDecomposition({ times, energyNormalized: times.map(() => 1) });
    expect(flat.mkTestTrend).toBe('no trend');
  });

  it('refuse what does not fit', () => {
    expect(() => degradationClassicalDecomposition({ times, energyNormalized: withGaps })).toThrow(
      'equal steps',
    );
    expect(() => degradationOls({ times, energyNormalized: new Float64Array(2) })).toThrow('has 2 values');
    const unknown = whole.map((_, day) => (day < 2 ? 1 : NaN));
    expect(() => degradationOls({ times, energyNormalized: unknown })).toThrow('three known rows');
  });
});
