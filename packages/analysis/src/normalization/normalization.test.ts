import { describe, expect, it } from 'vitest';
import { aggregationInsol } from './aggregation-insol.ts';
import { energyFromPower } from './energy-from-power.ts';
import { interpolate } from './interpolate.ts';
import { normalizeWithExpectedPower } from './normalize.ts';
import { RDTOOLS_ENERGY } from './rdtools-energy.data.ts';

const MINUTE_MS = 60_000;
const minutes = (list: readonly number[]) => Float64Array.from(list, (minute) => minute * MINUTE_MS);
const times = minutes([0, 5, 10, 15, 20, 25, 50, 55, 60, 65, 70, 75, 80, 85, 90]);
const power = Float64Array.of(0, 10, 20, NaN, 40, 50, 60, 70, 80, 60, 40, 20, 10, 5, 0);

const expectNear = (found: Float64Array, expected: readonly (number | null)[]) => {
  expect(found).toHaveLength(expected.length);
  for (const [at, value] of expected.entries())
    if (value === null) expect(found[at], `at ${at}`).toBeNaN();
    else expect(found[at], `at ${at}`).toBeCloseTo(value, 10);
};

describe('energyFromPower', () => {
  it.each(RDTOOLS_ENERGY)('is that of RdTools: step %s, %s, gaps to %s', (...asked) => {
    const [step, powerType, gap, ends, energy] = asked;
    const found = energyFromPower({
      times,
      power,
      powerType,
      ...(step === null ? {} : { targetStep: step * MINUTE_MS }),
      ...(gap === null ? {} : { maxTimedelta: gap * MINUTE_MS }),
    });
    expect(found.times).toEqual(minutes(ends));
    expectNear(found.energy, energy);
  });

  it('has nothing of nothing, and refuses what does not fit', () => {
    const none = new Float64Array(0);
    expect(energyFromPower({ times: none, power: none })).toEqual({ times: none, energy: none });
    expect(() => energyFromPower({ times, power: none })).toThrow('power has 0 values');
    expect(() => energyFromPower({ times, power, targetStep: 0 })).toThrow('above 0');
  });
});

describe('interpolate', () => {
  const targetTimes = minutes([-1, 0, 2, 12, 15, 17, 30, 50, 51, 90, 95]);

  it('is that of RdTools: no longer gap, nothing beyond the ends', () => {
    expectNear(interpolate({ times, values: power, targetTimes }), [
      null,
      0,
      4,
      24,
      30,
      34,
      null,
      60,
      62,
      0,
      null,
    ]);
    const wide = interpolate({ times, values: power, targetTimes, maxTimedelta: 30 * MINUTE_MS });
    expectNear(wide, [null, 0, 4, 24, 30, 34, 52, 60, 62, 0, null]);
  });
});

describe('normalizeWithExpectedPower', () => {
  const pv = Float64Array.of(0, 10, 20, 30, 40, 50);
  const rows = times.slice(0, 6);

  it('is that of RdTools', () => {
    const found = normalizeWithExpectedPower({
      times: rows,
      pv,
      powerExpected: pv.map((one) => one * 2 + 1),
      poaGlobal: pv.map((one) => one * 10),
    });
    expectNear(found.energyNormalized, [null, 10 / 21, 20 / 41, 30 / 61, 40 / 81, 50 / 101]);
    expectNear(found.insolation, [null, 100 / 12, 200 / 12, 25, 400 / 12, 500 / 12]);
  });

  it('draws what is expected in longer steps between them', () => {
    const coarse = {
      expectedTimes: minutes([0, 15, 30]),
      powerExpected: Float64Array.of(0, 60, 30),
      poaGlobal: Float64Array.of(0, 300, 900),
    };
    const found = normalizeWithExpectedPower({ times: rows, pv, ...coarse });
    expectNear(found.energyNormalized, [null, 0.5, 0.5, 0.5, 0.8, 1.25]);
    expectNear(found.insolation, [null, 100 / 12, 200 / 12, 25, 500 / 12, 700 / 12]);
    const energy = normalizeWithExpectedPower({ times: rows, pv, ...coarse, pvInput: 'energy' });
    expect(energy.energyNormalized[1]).toBeCloseTo(10 / (20 / 12), 10);
  });

  it('wants equal steps', () => {
    const options = { times, pv: power, powerExpected: power, poaGlobal: power };
    expect(() => normalizeWithExpectedPower(options)).toThrow('equal steps');
  });
});

describe('aggregationInsol', () => {
  const HOUR_MS = 3_600_000;
  const hours = Float64Array.from({ length: 48 }, (_, hour) => Date.UTC(2024, 0, 1) + hour * HOUR_MS);
  const insolation = hours.map((_, hour) => Math.max(0, Math.sin((((hour % 24) - 6) / 12) * Math.PI)) * 800);
  const energyNormalized = hours.map((_, hour) => hour / 48);

  it('is that of RdTools', () => {
    const days = aggregationInsol({ times: hours, energyNormalized, insolation });
    expect(days.times).toEqual(Float64Array.of(Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)));
    expectNear(days.values, [0.25, 0.75]);
  });

  it('has days of the zone, and light only beside known energy', () => {
    const zoned = aggregationInsol({ times: hours, energyNormalized, insolation, zone: 'Asia/Tokyo' });
    expect(zoned.times).toHaveLength(3);
    const steady = energyNormalized.map((_, hour) => (hour === 12 ? NaN : 0.9));
    expectNear(aggregationInsol({ times: hours, energyNormalized: steady, insolation }).values, [0.9, 0.9]);
    const unknown = energyNormalized.map((_, hour) => (hour < 24 ? NaN : 0.9));
    expectNear(aggregationInsol({ times: hours, energyNormalized: unknown, insolation }).values, [null, 0.9]);
  });
});
