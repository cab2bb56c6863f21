import { dayRange, expectedBand, sunTimes } from '@sunfleet/analysis';
import { expect, test } from 'vitest';
import { advanceSteps, noExpectation, type Weather } from './day-expectation.ts';

const ZONE = 'Europe/Madrid';
const DAY = '2026-06-21';
const STATION = {
  site: { latitude: 40.4, longitude: -3.7 },
  arrays: [{ dcPower: 10_000, tilt: 30, azimuth: 180 }],
};
const { start, end } = dayRange(DAY, ZONE);
const { sunrise, sunset } = sunTimes(DAY, STATION.site, ZONE);
const SUN = { dayStart: start, sunrise, sunset, polar: null };
const MINUTE = 60_000;

function advance(...input: Parameters<typeof advanceSteps>): boolean {
  const steps = advanceSteps(...input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const sensor = (poa: number): Weather => ({ poa, ghi: NaN, ambient: 20 });
const at = (now: number, weather: (time: number) => Weather | undefined = () => undefined) => ({
  now,
  sun: SUN,
  station: STATION,
  weather,
});

test('without a sensor it is the clear-sky curve summed up, and nothing is measured', () => {
  const day = noExpectation();
  for (let now = start; now <= end; now += MINUTE) advance(day, at(now));
  const { upper } = expectedBand({ range: { start, end }, station: STATION });
  const curve = upper.reduce((sum, power) => sum + power / 12_000, 0);
  expect(day.kwh).toBeCloseTo(curve, 0);
  expect(day.irradiation).toBeNaN();
});

test('a day that is caught up after a start sums to the same', () => {
  const step = noExpectation();
  const once = noExpectation();
  const noon = start + 14 * 60 * MINUTE;
  for (let now = start; now <= noon; now += MINUTE) advance(step, at(now));
  advance(once, at(noon));
  expect(once.kwh / step.kwh).toBeCloseTo(1, 2);
});

test('at night nothing is added, and a new day begins at nothing', () => {
  const day = noExpectation();
  advance(day, at(sunset! + 60 * MINUTE));
  const { kwh } = day;
  expect(advance(day, at(sunset! + 80 * MINUTE))).toBe(false);
  expect(day.kwh).toBe(kwh);
  expect(advance(day, { ...at(end + MINUTE), sun: { ...SUN, dayStart: end } })).toBe(true);
  expect(day).toMatchObject({ kwh: 0, irradiation: 0 });
});

test('a sensor says what there was, as long as it is not silent in daylight', () => {
  const cloudy = noExpectation();
  const clear = noExpectation();
  const noon = start + 14 * 60 * MINUTE;
  for (let now = start; now <= noon; now += 5 * MINUTE) {
    advance(
      cloudy,
      at(now, (time) => sensor(200 + (time % 7))),
    );
    advance(clear, at(now));
  }
  expect(cloudy.kwh).toBeLessThan(clear.kwh / 2);
  expect(cloudy.irradiation).toBeCloseTo((0.2 * (noon - sunrise!)) / 3_600_000, 1);
  advance(cloudy, at(noon + 60 * MINUTE));
  expect(cloudy.irradiation).toBeNaN();
  expect(cloudy.kwh).toBeGreaterThan(0);
});

test('a sensor that hangs is none: from an hour on the clear sky stands for it', () => {
  const hanging = noExpectation();
  const clear = noExpectation();
  const noon = start + 14 * 60 * MINUTE;
  for (let now = start; now <= noon; now += 5 * MINUTE) {
    advance(
      hanging,
      at(now, () => sensor(13.8)),
    );
    advance(clear, at(now));
  }
  expect(hanging.kwh / clear.kwh).toBeGreaterThan(0.95);
  expect(hanging.irradiation).toBeNaN();
});

test('others have their turn before each step of a day that is caught up', () => {
  const day = noExpectation();
  const steps = advanceSteps(day, at(start + 12 * 60 * MINUTE));
  let turns = 0;
  while (!steps.next().done) turns += 1;
  // One array to prepare, and quarters of an hour from sunrise on.
  expect(turns).toBeGreaterThan(1 + (4 * (start + 12 * 60 * MINUTE - sunrise!)) / (60 * MINUTE) - 2);
});
