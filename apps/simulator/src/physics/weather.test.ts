import { expect, test } from 'vitest';
import { airAt, type AirInput } from './air.ts';
import { placeOf } from './clouds.ts';
import { noise1, noise3, scatter } from './noise.ts';
import { soilingAt } from './soiling.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('noise is smooth between its lattice points, spans its range and repeats itself', () => {
  const fine = Array.from({ length: 5000 }, (_, index) => noise1(7, index / 100));
  const steps = fine.slice(1).map((value, index) => Math.abs(value - fine[index]!));
  expect(Math.max(...steps)).toBeLessThan(0.03);
  expect(mean(fine)).toBeCloseTo(0.5, 0);
  expect(Math.min(...fine)).toBeLessThan(0.15);
  expect(Math.max(...fine)).toBeGreaterThan(0.85);
  expect(noise3(7, -3.2, 18.9, 4.5)).toBe(noise3(7, -3.2, 18.9, 4.5));
  expect(noise3(7, -3.2, 18.9, 4.5)).not.toBe(noise3(8, -3.2, 18.9, 4.5));
});

test('scatter spreads names evenly', () => {
  const values = Array.from({ length: 4000 }, (_, index) => scatter(`SF${index}`));
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => values.filter((v) => Math.floor(v * 10) === tenth).length,
  );
  expect(Math.min(...tenths)).toBeGreaterThan(300);
  expect(Math.max(...tenths)).toBeLessThan(500);
});

const clear = { cover: 0.1, clearness: 1, rain: 0 };
const input = (over: Partial<AirInput> = {}): AirInput => ({
  seed: 3,
  time: Date.UTC(2026, 6, 20, 12),
  place: placeOf(48, 11),
  latitude: 48,
  elevation: 500,
  solarHour: 14,
  sky: clear,
  climate: { temperature: 10, seasonalSwing: 10 },
  ...over,
});
/** Mean over many weeks, so that passing air masses cancel. */
const season = (month: number, over: Partial<AirInput> = {}) =>
  mean(
    Array.from(
      { length: 60 },
      (_, index) => airAt(input({ time: Date.UTC(2000 + index, month, 20, 12), ...over })).temperature,
    ),
  );

test('air is warm in summer, on either half of the earth, and in the afternoon', () => {
  expect(season(6)).toBeGreaterThan(season(0) + 15);
  expect(season(0, { latitude: -35 })).toBeGreaterThan(season(6, { latitude: -35 }) + 15);
  expect(season(6, { solarHour: 15 })).toBeGreaterThan(season(6, { solarHour: 4 }) + 6);
});

test('clouds make days cooler and damp', () => {
  const covered = airAt(input({ sky: { cover: 1, clearness: 0.2, rain: 1 } }));
  const open = airAt(input());
  expect(covered.temperature).toBeLessThan(open.temperature);
  expect(covered.humidity).toBeGreaterThan(open.humidity);
});

test('air keeps within what sensors show', () => {
  for (let hour = 0; hour < 5000; hour += 7) {
    const air = airAt(input({ time: hour * HOUR, solarHour: hour % 24 }));
    expect(air.wind).toBeGreaterThan(0);
    expect(air.wind).toBeLessThan(12);
    expect(air.windDirection).toBeGreaterThanOrEqual(0);
    expect(air.windDirection).toBeLessThan(360);
    expect(Math.abs(air.pressure - 950)).toBeLessThan(45);
    expect(air.humidity).toBeGreaterThanOrEqual(12);
    expect(air.humidity).toBeLessThanOrEqual(99);
  }
});

test('dirt grows day by day, is washed off at once, more often where it rains', () => {
  const days = (cloudiness: number) =>
    Array.from({ length: 700 }, (_, day) => soilingAt('Casa', day * DAY, cloudiness));
  const dry = days(0.1);
  const wet = days(0.8);
  expect(Math.max(...dry)).toBeLessThanOrEqual(0.08);
  expect(Math.min(...dry)).toBeGreaterThanOrEqual(0);
  expect(mean(dry)).toBeGreaterThan(2 * mean(wet));
  const washes = wet.filter((value, index) => index > 0 && value < wet[index - 1]!);
  expect(washes.length).toBeGreaterThan(50);
});
