import { expect, test } from 'vitest';
import { clearSkyProfile } from './clear-sky-profile.ts';
import { forecastBand } from './forecast-band.ts';
import { forecastErrors } from './forecast-errors.ts';
import { forecastSkill, squaredErrors } from './forecast-skill.ts';
import { smartPersistence } from './smart-persistence.ts';
import { surplusHours } from './surplus-hours.ts';

const HALF_HOUR = 1_800_000;
const of = (...values: number[]) => Float64Array.of(...values);
const CLEAR = of(0, 400, 1000, 400, 0);
const day = (share: number) => ({ power: CLEAR.map((watts) => watts * share), clear: CLEAR });

test('the profile is the ratio of recent days to a clear sky, the newest one weighs most', () => {
  expect([...clearSkyProfile([day(0.6)])]).toEqual([0.6, 0.6, 0.6, 0.6, 0.6]);
  const [, middle] = clearSkyProfile([day(1), day(0)]);
  expect(middle).toBeCloseTo(1 / 1.85, 9);
  const shaded = { power: of(0, 400, 1000, 0, 0), clear: CLEAR };
  expect(clearSkyProfile([shaded])[1]).toBeGreaterThan(clearSkyProfile([shaded])[3]!);
});

test('what is unknown does not count, and nothing known is not known', () => {
  const gap = { power: of(0, NaN, 1000, NaN, 0), clear: CLEAR };
  expect(clearSkyProfile([gap])[2]).toBe(1);
  expect(clearSkyProfile([{ power: CLEAR.map(() => NaN), clear: CLEAR }])[2]).toBeNaN();
  expect(clearSkyProfile([])).toHaveLength(0);
});

test('a sky that is brighter than usual lasts on and fades; the night is dark', () => {
  const profile = CLEAR.map(() => 0.5);
  const ahead = smartPersistence({ clear: CLEAR, profile, stepMs: HALF_HOUR });
  expect([...ahead]).toEqual([0, 200, 500, 200, 0]);
  const measured = of(0, 400, NaN, NaN, NaN);
  const now = smartPersistence({ clear: CLEAR, profile, measured, from: 2, stepMs: HALF_HOUR });
  expect(now[2]).toBeCloseTo(1000, 9);
  expect(now[3]).toBeCloseTo(200 * (1 + Math.exp(-1 / 6)), 9);
  expect(now[4]).toBe(0);
});

test('the band is that of the own errors at the hour, a usual one while there are few', () => {
  const forecast = CLEAR.map((watts) => watts / 2);
  const usual = forecastBand({ forecast, clear: CLEAR, errors: [], stepMs: HALF_HOUR });
  expect(usual.isOwn).toBe(false);
  expect([usual.p10[2], usual.p50[2], usual.p90[2]]).toEqual([150, 500, 750]);
  const errors = Array.from({ length: 21 }, (_, at) => CLEAR.map(() => (at - 10) / 100));
  const own = forecastBand({ forecast, clear: CLEAR, errors, stepMs: HALF_HOUR });
  expect(own.isOwn).toBe(true);
  expect(own.p10[2]).toBeCloseTo(420, 6);
  expect(own.p50[2]).toBeCloseTo(500, 6);
  expect(own.p90[2]).toBeCloseTo(580, 6);
  expect([own.p10[0], own.p90[0]]).toEqual([0, 0]);
});

test('errors are shares of a clear sky, unknown by night', () => {
  const errors = forecastErrors({
    power: of(0, 300, 500, NaN, 0),
    forecast: of(0, 200, 700, 1, 0),
    clear: CLEAR,
  });
  expect([...errors]).toEqual([NaN, 0.25, -0.2, NaN, NaN]);
});

test('skill compares with persistence where all are known', () => {
  const power = of(0, 300, 500, 200, 0);
  const sums = squaredErrors({
    power,
    forecast: of(9, 310, 510, 200, 9),
    persistence: of(0, 320, 520, NaN, 0),
    clear: CLEAR,
  });
  expect(sums).toEqual({ n: 2, forecast: 200, persistence: 800 });
  expect(forecastSkill(sums)).toBeCloseTo(0.5, 9);
  expect(forecastSkill({ n: 0, forecast: 0, persistence: 0 })).toBeNull();
});

test('surplus lasts an hour at least; what the house needs is taken off', () => {
  const times = [0, 1, 2, 3, 4, 5].map((place) => place * HALF_HOUR);
  const forecast = [0, 3000, 3000, 3000, 1000, 3000];
  const spans = (load: number) =>
    surplusHours({ times, forecast, load: times.map(() => load), least: 1400, stepMs: HALF_HOUR });
  expect(spans(500)).toEqual([{ from: HALF_HOUR, to: 4 * HALF_HOUR }]);
  expect(spans(2000)).toEqual([]);
  expect(spans(NaN)).toEqual([]);
});
