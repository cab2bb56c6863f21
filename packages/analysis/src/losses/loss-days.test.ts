import { expect, test } from 'vitest';
import { UNCALIBRATED } from '../expected/calibration.ts';
import { expectedCurve } from '../expected/expected-curve.ts';
import { fitCalibration } from '../expected/fit-calibration.ts';
import { skyColumns } from '../expected/sky-columns.ts';
import { horizonProfile } from '../shading/horizon.ts';
import type { PvStation } from '../pv/expected-power.ts';
import { lossDaySteps, type LossDay, type LossInput } from './loss-days.ts';
import { waterfallOf } from './waterfall.ts';

const FIVE = 5 * 60_000;
const PER_DAY = 288;
const START = Date.UTC(2026, 4, 1);
const station: PvStation = {
  site: { latitude: 47.4, longitude: 8.5, altitude: 450 },
  arrays: [{ dcPower: 10_000, tilt: 30, azimuth: 170 }],
};
const DAYS = 8;
const times = Float64Array.from({ length: DAYS * PER_DAY }, (_, row) => START + (row + 0.5) * FIVE);
const sky = skyColumns(times, station.site);
const ghi = sky.ghi.map((light, row) => light * (0.8 + 0.2 * Math.sin(row / 31)));
const days = Array.from({ length: DAYS }, (_, day) => ({
  day: new Date(START + day * 86_400_000).toISOString().slice(0, 10),
  from: day * PER_DAY,
  to: (day + 1) * PER_DAY,
  isSnowy: false,
}));
const column = (value: number) => new Float64Array(times.length).fill(value);
const nothing = {
  cap: column(NaN),
  failed: column(0),
  resting: column(0),
  silent: column(0),
  strings: column(0),
};

function losses(changes: Partial<LossInput> & { actual: Float64Array }): LossDay[] {
  const { actual, ...others } = changes;
  const steps = lossDaySteps({
    station,
    times,
    stepMs: FIVE,
    light: { ghi, temperature: column(20) },
    calibration: UNCALIBRATED,
    observed: { actual, ...nothing },
    days,
    ...others,
  });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const modelled = (of: PvStation = station) =>
  expectedCurve({ station: of, times, light: { ghi, temperature: column(20) } }).p50;
const first = (found: readonly LossDay[]) =>
  waterfallOf(found[0]!, { measured: found[0]!.power, dirt: 0 }).parts;
const noonOf = (row: number) => row % PER_DAY >= 120 && row % PER_DAY < 144;

test('a plant that gives what its design promises has losses of heat and conversion alone', () => {
  const parts = first(losses({ actual: modelled() }));
  expect(parts.temperature).toBeGreaterThan(0);
  expect(parts.conversion).toBeGreaterThan(parts.temperature);
  for (const part of ['clipping', 'shading', 'outage', 'curtailment', 'communication', 'snow'] as const)
    expect(parts[part]).toBe(0);
  expect(Math.abs(parts.unexplained)).toBeLessThan(300);
});

test('a weak inverter clips, and a mountain shades', () => {
  const weak = { ...station, acPower: 3000 };
  const clipped = first(losses({ actual: modelled(weak), station: weak }));
  expect(clipped.clipping).toBeGreaterThan(5000);
  expect(Math.abs(clipped.unexplained)).toBeLessThan(300);
  const horizon = horizonProfile([
    { azimuth: 0, elevation: 35 },
    { azimuth: 180, elevation: 35 },
  ]);
  const behind = { ...station, horizon };
  const shaded = first(losses({ actual: modelled(behind), station: behind }));
  expect(shaded.shading).toBeGreaterThan(5000);
  expect(Math.abs(shaded.unexplained)).toBeLessThan(300);
});

test('silence, a stop, a limit, silent and broken inverters and snow are told apart', () => {
  const made = modelled();
  const at = (value: (row: number) => number) => made.map((watts, row) => (noonOf(row) ? value(row) : watts));
  const lost = made.subarray(120, 144).reduce((sum, watts) => sum + watts / 12, 0);
  const near = (value: number, share: number) => expect(value / (share * lost)).toBeCloseTo(1, 1);
  near(first(losses({ actual: at(() => NaN) })).communication, 1);
  near(first(losses({ actual: at(() => 0) })).outage, 1);
  const half = at((row) => made[row]! / 2);
  const seen = (changes: object) =>
    first(losses({ actual: half, observed: { actual: half, ...nothing, ...changes } }));
  near(seen({ failed: column(0.5) }).outage, 0.5);
  near(seen({ resting: column(0.5) }).outage, 0.5);
  near(seen({ silent: column(0.5) }).communication, 0.5);
  near(seen({ strings: column(0.5) }).string, 0.5);
  near(seen({ cap: column(1000) }).curtailment, 0.5);
  expect(seen({ cap: column(9999) }).curtailment).toBe(0);
  near(seen({}).unexplained, 0.5);
  const little = made.map((watts) => watts / 10);
  const snowy = days.map((day) => ({ ...day, isSnowy: true }));
  const snow = first(losses({ actual: little, days: snowy }));
  expect(snow.snow).toBeGreaterThan(0);
  expect(Math.abs(snow.unexplained)).toBeLessThan(300);
  // Snow that was told and lay nowhere.
  expect(first(losses({ actual: made, days: snowy })).snow).toBe(0);
});

test('shade that comes at the same place of the Sun each day is learned as shade, dirt that always lies is not explained', () => {
  const shade = (row: number) => (row % PER_DAY < 110 ? 0.5 : 1);
  const actual = modelled().map((watts, row) => watts * shade(row) * 0.9);
  const calibration = fitCalibration({
    station,
    times,
    stepMs: FIVE,
    actual,
    light: { ghi, temperature: column(20) },
    days,
  });
  const parts = first(losses({ actual, calibration }));
  const morning = modelled()
    .subarray(0, 110)
    .reduce((sum, watts) => sum + watts / 12, 0);
  expect(parts.shading).toBeGreaterThan(0.35 * morning);
  expect(parts.shading).toBeLessThan(0.6 * morning);
  expect(parts.unexplained).toBeGreaterThan(0);
});

test('a day under a clear sky alone says that nothing was seen', () => {
  const [day] = losses({ actual: modelled(), light: {} });
  expect(day!.seen).toBe(0);
  expect(losses({ actual: modelled() })[0]!.seen).toBe(1);
});
