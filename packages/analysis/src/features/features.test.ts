import { describe, expect, it } from 'vitest';
import { clippingGeometric } from './clipping-geometric.ts';
import { clippingLevels } from './clipping-levels.ts';
import { clippingThreshold } from './clipping-threshold.ts';
import { powerOrIrradiance } from './daytime.ts';
import { fixedNrel } from './fixed-nrel.ts';
import { slidingMedian } from './sliding-median.ts';

const MINUTE_MS = 60_000;
const timesOf = (step: number, days: number) =>
  Float64Array.from(
    { length: (days * 1440) / step },
    (_, row) => Date.UTC(2024, 5, 1) + row * step * MINUTE_MS,
  );

/** Days of power to a limit, every third one with clouds, that anybody can compute again. */
function powerOf(step: number, days: number, limit: number): Float64Array {
  return timesOf(step, days).map((_, row) => {
    const minute = (row * step) % 1440;
    const clear = 100 * Math.max(0, Math.sin((Math.PI * (minute - 360)) / 720));
    const isCloudy = Math.floor((row * step) / 1440) % 3 === 1;
    return Math.min(limit, clear * (isCloudy ? 0.4 + (0.6 * ((row * 7919) % 101)) / 101 : 1));
  });
}

/** How many rows are flagged, and the sum of their numbers. */
function sums(flags: Uint8Array): [number, number] {
  const rows = [...flags.keys()].filter((row) => flags[row] === 1);
  return [rows.length, rows.reduce((sum, row) => sum + row, 0)];
}

// The sums are those of pvanalytics (commit 06fd596).
describe('clipping', () => {
  it.each([
    { step: 15, limit: 70, levels: [632, 307118], threshold: [200, 97826], geometric: [175, 87600] },
    { step: 15, limit: 1e9, levels: [474, 228138], threshold: [0, 0], geometric: [0, 0] },
    { step: 5, limit: 70, levels: [1940, 2822178], threshold: [586, 862843], geometric: [511, 767376] },
    { step: 5, limit: 1e9, levels: [1476, 2129940], threshold: [63, 94608], geometric: [0, 0] },
    {
      step: 1,
      limit: 70,
      levels: [9818, 71445818],
      threshold: [2932, 21631316],
      geometric: [2555, 19184400],
    },
    { step: 1, limit: 1e9, levels: [7510, 54166630], threshold: [1829, 13615926], geometric: [0, 0] },
  ])('of $step min to $limit is that of pvanalytics', ({ step, limit, levels, threshold, geometric }) => {
    const times = timesOf(step, 10);
    const acPower = powerOf(step, 10, limit);
    expect(sums(clippingLevels(acPower))).toEqual(levels);
    expect(sums(clippingThreshold({ times, acPower }))).toEqual(threshold);
    expect(sums(clippingGeometric({ times, acPower }))).toEqual(geometric);
  });

  it('takes what it is told', () => {
    const times = timesOf(15, 10);
    const acPower = powerOf(15, 10, 70);
    expect(sums(clippingGeometric({ times, acPower, tracking: true }))).toEqual([175, 87600]);
    const options = { window: 6, fractionInWindow: 0.5, rtol: 0.02, levels: 1 };
    expect(sums(clippingLevels(acPower, options))).toEqual([465, 224620]);
  });

  it('flags nothing that is not known, and nothing of nothing', () => {
    const times = timesOf(15, 10);
    const acPower = powerOf(15, 10, 70).map((value, row) => (row % 96 === 50 ? NaN : value));
    for (const flags of [
      clippingLevels(acPower),
      clippingThreshold({ times, acPower }),
      clippingGeometric({ times, acPower }),
    ]) {
      expect(flags[50]).toBe(0);
      expect(flags[48]).toBe(1);
    }
    const none = new Float64Array(0);
    expect(clippingLevels(none)).toHaveLength(0);
    expect(clippingGeometric({ times: none, acPower: none })).toHaveLength(0);
    expect(clippingLevels(new Float64Array(20))).toEqual(new Uint8Array(20));
  });
});

describe('day and night', () => {
  const times = timesOf(15, 40);
  const values = powerOf(15, 40, 1e9);
  // Outages by day, which are no night.
  values.fill(0, 3 * 96 + 40, 3 * 96 + 46);
  values.fill(0, 10 * 96 + 20, 10 * 96 + 30);
  const daytime = powerOrIrradiance({ times, values });

  it('are those of pvanalytics', () => {
    expect(sums(daytime)).toEqual([1880, 3609600]);
    expect(daytime[3 * 96 + 42]).toBe(1);
  });

  it('tell modules that stand still, as pvanalytics does', () => {
    expect(sums(fixedNrel({ times, values, daytime }))).toEqual([2496, 5003040]);
    const strict = { times, values, daytime, r2Min: 0.999, minHours: 8, peakMin: 50 };
    expect(sums(fixedNrel(strict))).toEqual([0, 0]);
  });

  it('keep the hours of a zone', () => {
    const shifted = times.map((time) => time - 2 * 60 * MINUTE_MS);
    const zoned = powerOrIrradiance({ times: shifted, values, zone: 'Europe/Berlin' });
    expect(zoned).toEqual(daytime);
  });

  it('want equal steps', () => {
    const uneven = times.map((time, row) => (row === 7 ? time + 1 : time));
    expect(() => powerOrIrradiance({ times: uneven, values })).toThrow('equal steps');
  });
});

describe('slidingMedian', () => {
  it('is that of what is known within the window', () => {
    const times = Float64Array.of(0, 1, 2, 3, 4, 9);
    const found = slidingMedian(times, Float64Array.of(5, 1, NaN, 3, 2, NaN), 3);
    expect(found).toEqual(Float64Array.of(5, 3, 3, 2, 2.5, NaN));
  });
});
