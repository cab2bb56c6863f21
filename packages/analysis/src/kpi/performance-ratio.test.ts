import { describe, expect, it } from 'vitest';
import { performanceRatio, performanceRatioStc } from './performance-ratio.ts';

const rating = { nameplate: 10 };

describe('performanceRatio', () => {
  it('is a ratio of sums, not a mean of ratios', () => {
    // Ratios 0.5 and 0.9; the brighter hour weighs more.
    expect(performanceRatio({ energy: [0.5, 8.1], insolation: [0.1, 0.9] }, rating)).toBeCloseTo(0.86, 9);
  });

  it('leaves an interval out of both sums when either side is missing', () => {
    const intervals = { energy: [8, NaN, 4, 3], insolation: [1, 0.9, NaN, 0.5] };
    expect(performanceRatio(intervals, rating)).toBeCloseTo(11 / 15, 9);
  });

  it('may exceed 1 on a cold bright day', () => {
    expect(performanceRatio({ energy: [10.4], insolation: [1] }, rating)).toBeCloseTo(1.04, 9);
  });

  it('is unknown at night and without irradiance', () => {
    expect(performanceRatio({ energy: [0, -0.01], insolation: [0, 0] }, rating)).toBeNull();
    expect(performanceRatio({ energy: [5], insolation: [NaN] }, rating)).toBeNull();
  });
});

describe('performanceRatioStc', () => {
  it('forgives the heat', () => {
    const intervals = { energy: [7.2], insolation: [1], moduleTemperature: [50] };
    expect(performanceRatioStc(intervals, rating)).toBeCloseTo(0.8, 9);
    expect(performanceRatioStc(intervals, { ...rating, temperatureCoefficient: -0.0028 })).toBeCloseTo(
      0.72 / 0.93,
      9,
    );
  });

  it('is the plain ratio at 25 degC, and unknown without temperature', () => {
    const intervals = { energy: [7.2, 3], insolation: [1, 0.4] };
    expect(performanceRatioStc({ ...intervals, moduleTemperature: [25, 25] }, rating)).toBe(
      performanceRatio(intervals, rating),
    );
    expect(performanceRatioStc(intervals, rating)).toBeNull();
  });
});
