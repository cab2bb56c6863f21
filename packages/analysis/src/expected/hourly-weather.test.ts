import { expect, test } from 'vitest';
import { hourlyWeather, type HourlyWeather } from './hourly-weather.ts';

const HOUR = 3_600_000;
const SITE = { latitude: 52.5, longitude: 13.4 };
const FIRST = Date.UTC(2026, 5, 21, 1);
const hours = (changes: Partial<HourlyWeather> = {}): HourlyWeather => {
  const column = (value: (hour: number) => number) => Float64Array.from({ length: 24 }, (_, at) => value(at));
  return {
    first: FIRST,
    ghi: column((hour) => (hour > 3 && hour < 18 ? 400 + 10 * hour : 0)),
    dni: column((hour) => (hour > 3 && hour < 18 ? 200 : 0)),
    dhi: column((hour) => (hour > 3 && hour < 18 ? 250 : 0)),
    temperature: column((hour) => 10 + hour),
    windSpeed: column(() => 3),
    ...changes,
  };
};
const middles = (from: number, length: number) =>
  Float64Array.from({ length }, (_, at) => from + (at + 0.5) * 300_000);

test('an hour keeps its mean and has no steps within', () => {
  const columns = hourlyWeather(hours(), middles(FIRST - HOUR, 288), SITE)!;
  for (const hour of [6, 9, 12, 16]) {
    const rows = columns.ghi.subarray(hour * 12, hour * 12 + 12);
    expect(rows.reduce((sum, value) => sum + value, 0) / 12).toBeCloseTo(400 + 10 * hour, 6);
  }
  // In the morning light rises within the hour.
  expect(columns.ghi[6 * 12 + 11]!).toBeGreaterThan(columns.ghi[6 * 12]! * 1.1);
});

test('air is straight between the ends of hours', () => {
  const { temperature } = hourlyWeather(hours(), middles(FIRST, 12), SITE)!;
  expect(temperature![0]).toBeCloseTo(10 + 0.5 / 12, 9);
  expect(temperature![11]).toBeCloseTo(10 + 11.5 / 12, 9);
});

test('what is not told is not known, and nothing at all is undefined', () => {
  const some = hours();
  some.ghi[12] = NaN;
  const { ghi } = hourlyWeather(some, middles(FIRST - HOUR, 288), SITE)!;
  expect(ghi[12 * 12]).toBeNaN();
  expect(ghi[13 * 12]).toBeGreaterThan(0);
  expect(hourlyWeather(hours(), middles(FIRST + 30 * HOUR, 12), SITE)).toBeUndefined();
  expect(
    hourlyWeather(hours({ ghi: new Float64Array(24).fill(NaN) }), middles(FIRST, 12), SITE),
  ).toBeUndefined();
});
