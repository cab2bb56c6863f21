import { expect, test } from 'vitest';
import { lossDaySteps } from '../losses/loss-days.ts';
import type { PvStation } from '../pv/expected-power.ts';
import { horizonProfile } from '../shading/horizon.ts';
import { UNCALIBRATED } from './calibration.ts';
import { expectedCurveSteps } from './expected-curve.ts';
import { prepareSteps } from './prepare-steps.ts';
import { isLit, skyColumns } from './sky-columns.ts';

const STEP_MS = 5 * 60_000;
const ROWS = 288;
const times = Float64Array.from({ length: ROWS }, (_, row) => Date.UTC(2026, 5, 21) + (row + 0.5) * STEP_MS);
const diode = { alphaSc: 0.0047, aRef: 1.6, ILRef: 9.45, IoRef: 3.2e-10, RshRef: 125, Rs: 0.3, adjust: 8 };
const station: PvStation = {
  site: { latitude: 47.4, longitude: 8.5 },
  arrays: [10, 20, 30].map((tilt) => ({ dcPower: 1000, tilt, azimuth: 180, diode: { ...diode } })),
  horizon: horizonProfile([{ azimuth: 0, elevation: 5 }]),
};
const sky = skyColumns(times, station.site);
const lit = [...times.keys()].filter((row) => isLit(sky, row)).length;

function countSteps(steps: Generator): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

test('others have their turn before each array is prepared, and before all arrays are asked once more', () => {
  expect(countSteps(prepareSteps(station))).toBe(3);
  expect(countSteps(expectedCurveSteps({ station, times }))).toBe(3 + lit);
  const column = (value: number) => new Float64Array(ROWS).fill(value);
  const observed = {
    actual: column(NaN),
    cap: column(NaN),
    failed: column(0),
    resting: column(0),
    silent: column(0),
    strings: column(0),
  };
  const days = [{ day: '2026-06-21', from: 0, to: ROWS, isSnowy: false }];
  const losses = { station, times, stepMs: STEP_MS, light: {}, calibration: UNCALIBRATED, observed, days };
  expect(countSteps(lossDaySteps(losses))).toBe(3 + lit);
});
