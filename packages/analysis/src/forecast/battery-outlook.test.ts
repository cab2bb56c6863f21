import { expect, test } from 'vitest';
import { batteryOutlook } from './battery-outlook.ts';

const HOUR = 3_600_000;
/** Hours of a day from midnight on. */
const times = Array.from({ length: 24 }, (_, hour) => hour * HOUR);
const sunny = times.map((_, hour) => (hour >= 8 && hour < 18 ? 3000 : 0));
const house = times.map(() => 500);
const of = (changes: Partial<Parameters<typeof batteryOutlook>[0]>) =>
  batteryOutlook({
    times,
    forecast: sunny,
    load: house,
    soc: 40,
    capacity: 10_000,
    stepMs: HOUR,
    ...changes,
  });

test('a battery is emptied by the night, filled by the day, and what is over is not used', () => {
  const { fullAt, emptyAt, used } = of({});
  // 3 kWh above what it keeps last six hours; from 1 kWh on 2.25 kWh come in an hour.
  expect(emptyAt).toBe(6 * HOUR);
  expect(fullAt).toBe(12 * HOUR);
  expect(used[9]).toBe(3000);
  expect(used[16]).toBe(500);
  expect(used[3]).toBe(0);
});

test('it takes no more than half of its capacity in an hour', () => {
  const { used } = of({ forecast: sunny.map((watts) => 4 * watts) });
  expect(used[8]).toBe(5500);
});

test('one that is full says when it is full again', () => {
  expect(of({ soc: 100 }).fullAt).toBe(10 * HOUR);
  expect(of({ soc: 100, load: times.map(() => 0) }).fullAt).toBeNull();
});

test('what is unknown ends what can be said', () => {
  const { fullAt, used } = of({ forecast: sunny.map((watts, hour) => (hour === 10 ? NaN : watts)) });
  expect(fullAt).toBeNull();
  expect(Number.isNaN(used[10]!) && Number.isNaN(used[20]!)).toBe(true);
});
