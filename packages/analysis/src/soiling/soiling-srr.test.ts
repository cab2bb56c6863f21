import { describe, expect, it } from 'vitest';
import { soilingSrr, type SoilingSrrInput } from './soiling-srr.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2022, 1, 1);
const WASHES = [0, 45, 95, 130, 150, 200, 260, 300, 352];
const RAIN = new Set([45, 96, 131, 150, 200, 261, 300, 351, 320, 20]);

const times = Float64Array.from({ length: 420 }, (_, day) => START + day * DAY_MS);
/** Dirt of 0.2 % a day, later of 0.12 %, washed off at known days, with a noise and gaps that anybody can make again. */
const energyNormalizedDaily = times.map((_, day) => {
  const since = day - Math.max(...WASHES.filter((wash) => wash <= day));
  const noise = (((day + 1) * 7919) % 1009) / 1009 - 0.5;
  return 0.93 * (1 - (day < 200 ? 0.002 : 0.0012) * since + noise * 0.012);
});
for (const day of [10, 11, 77, 78, 79, 220]) energyNormalizedDaily[day] = NaN;
energyNormalizedDaily.fill(NaN, 270, 288);
const insolationDaily = times.map((_, day) => 4 + 3 * Math.sin((2 * Math.PI * day) / 365.25));
const precipitationDaily = times.map((_, day) => (RAIN.has(day) ? 3 : 0));
const input: SoilingSrrInput = { times, energyNormalizedDaily, insolationDaily, reps: 3000 };

const SHIFTS = {
  starts: '0,45,95,130,150,200,260,269,288,300,352',
  valid: '11111110111',
  perfect: 385.38366876195045,
};

describe('soilingSrr', () => {
  // What RdTools 3 (commit 0c6cae8) answers; ratios are drawn by other numbers.
  it.each([
    { name: 'shifts', told: {}, sr: 0.949034, low: 0.94511, high: 0.951986, p95: 0.942275, ...SHIFTS },
    {
      name: 'perfect cleanings',
      told: { method: 'perfectClean' as const },
      sr: 0.958164,
      low: 0.957671,
      high: 0.958609,
      p95: 0.95741,
      ...SHIFTS,
    },
    {
      name: 'shifts with rain',
      told: { precipitationDaily, cleanCriterion: 'precipAndShift' as const },
      sr: 0.949034,
      low: 0.94511,
      high: 0.951986,
      p95: 0.942275,
      ...SHIFTS,
    },
    {
      name: 'shifts or rain',
      told: { precipitationDaily, cleanCriterion: 'precipOrShift' as const },
      sr: 0.955407,
      low: 0.95235,
      high: 0.957797,
      p95: 0.949663,
      starts: '0,20,45,95,96,130,131,150,200,260,261,269,288,300,320,351,352',
      valid: '11101011101011101',
      perfect: 383.28796539876134,
    },
    {
      name: 'rain, without the ends',
      told: { precipitationDaily, cleanCriterion: 'precip' as const, trim: true },
      sr: 0.956714,
      low: 0.953233,
      high: 0.959336,
      p95: 0.950251,
      starts: '20,45,96,131,150,200,261,269,288,300,320',
      valid: '11111110111',
      perfect: 301.40027943133873,
    },
    {
      name: 'other limits',
      told: {
        dayScale: 9,
        recenter: false,
        cleanThreshold: 0.01,
        minIntervalLength: 20,
        maxRelativeSlopeError: 100,
        maxNegativeStep: 0.02,
      },
      sr: 0.960558,
      low: 0.959045,
      high: 0.962088,
      p95: 0.958161,
      starts: SHIFTS.starts,
      valid: '11101100011',
      perfect: 346.4888827057745,
    },
  ])('is that of RdTools by $name', ({ told, sr, low, high, p95, starts, valid, perfect }) => {
    const found = soilingSrr({ ...input, ...told });
    const intervals = found.soilingIntervalSummary;
    expect(intervals.map(({ start }) => (start - START) / DAY_MS).join()).toBe(starts);
    expect(intervals.map((interval) => Number(interval.valid)).join('')).toBe(valid);
    const known = found.soilingRatioPerfectClean.filter((ratio) => !Number.isNaN(ratio));
    expect(known.reduce((sum, ratio) => sum + ratio, 0)).toBeCloseTo(perfect, 9);
    for (const [ours, theirs] of [
      [found.sr, sr],
      [found.srCi[0], low],
      [found.srCi[1], high],
      [found.exceedanceLevel, p95],
    ] as const)
      expect(Math.abs(ours - theirs)).toBeLessThan(0.0005);
  });

  it('has the slopes of RdTools', () => {
    const [first, second] = soilingSrr(input).soilingIntervalSummary;
    expect(first!.soilingRate).toBeCloseTo(-0.00211487221208, 13);
    expect(first!.soilingRateLow).toBeCloseTo(-0.00218063506898, 13);
    expect(first!.soilingRateHigh).toBeCloseTo(-0.00204405067388, 13);
    expect(first!.inferredStartLoss).toBeCloseTo(1.03559162723, 10);
    expect(second!.inferredEndLoss).toBeCloseTo(0.934683141953, 10);
  });

  it('draws the same for the same seed, and lower ratios where cleanings restore anything', () => {
    expect(soilingSrr({ ...input, seed: 4 })).toEqual(soilingSrr({ ...input, seed: 4 }));
    const random = soilingSrr({ ...input, method: 'randomClean' });
    expect(Math.abs(random.sr - 0.911897)).toBeLessThan(0.003);
  });

  it('refuses what says nothing', () => {
    const nothing = times.map(() => NaN);
    expect(() => soilingSrr({ ...input, energyNormalizedDaily: nothing })).toThrow('nothing is known');
    expect(() => soilingSrr({ ...input, energyNormalizedDaily: times.map((_, day) => day) })).toThrow(
      'no valid soiling interval',
    );
    const holes = times.map((time, day) => (day > 5 ? time + DAY_MS : time));
    expect(() => soilingSrr({ ...input, times: holes })).toThrow('one day after the other');
    expect(() => soilingSrr({ ...input, insolationDaily: new Float64Array(1) })).toThrow('has 1 values');
  });
});
