import { sunTimes } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { isDaylight, sunHoursSoFar } from './sun-hours.ts';
import { zonesInTheMorning } from './zones.queries.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const MADRID = { timeZone: 'Europe/Madrid', latitude: 40.4, longitude: -3.7 };
const SYDNEY = { timeZone: 'Australia/Sydney', latitude: -33.9, longitude: 151.2 };

async function sunHours(place: typeof MADRID, now: number): Promise<number> {
  const { id } = await makeStation(platform, place);
  const { hours } = await platform.db
    .selectFrom('stations')
    .select(sunHoursSoFar(now).as('hours'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return hours;
}

test('at three in the morning no station has had any sun', async () => {
  expect(await sunHours(MADRID, Date.UTC(2026, 5, 21, 1))).toBe(0);
  expect(await sunHours(SYDNEY, Date.UTC(2026, 5, 21, 17))).toBe(0);
});

test('it is morning from four on, by the clock of the zone, also of one that the database does not know', async () => {
  const [far, ours] = ['US/Pacific-New', 'Europe/Madrid'];
  await makeStation(platform, { timeZone: far });
  await makeStation(platform, MADRID);
  const early = async (now: number) =>
    (await zonesInTheMorning(platform.db, now)).filter((zone) => zone === far || zone === ours);
  expect(await early(Date.UTC(2026, 5, 21, 1, 59))).toEqual([ours]);
  expect(await early(Date.UTC(2026, 5, 21, 2))).toEqual([]);
  expect(await early(Date.UTC(2026, 5, 21, 7))).toEqual([far]);
});

test('daylight ends at sunset and begins at sunrise, wherever the station lies', async () => {
  for (const place of [MADRID, SYDNEY]) {
    const { id } = await makeStation(platform, place);
    const light = async (time: number) => {
      const row = await platform.db
        .selectFrom('stations')
        .select(isDaylight(time).as('light'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.light;
    };
    const { sunrise, sunset, noon } = sunTimes('2026-06-21', place, place.timeZone);
    expect(await Promise.all([sunrise! - 900_000, noon, sunset! + 900_000].map(light))).toEqual([
      false,
      true,
      false,
    ]);
  }
});

test.each([
  ['Madrid', MADRID, '2026-06-21'],
  ['Madrid in winter', MADRID, '2026-12-21'],
  ['Sydney', SYDNEY, '2026-06-21'],
])('%s: none at sunrise, half of it at noon, all of it from sunset on', async (_name, place, day) => {
  const { sunrise, sunset, noon } = sunTimes(day, place, place.timeZone);
  const whole = await sunHours(place, sunset! + 600_000);
  expect(await sunHours(place, sunrise!)).toBeLessThan(0.1);
  expect(await sunHours(place, noon)).toBeCloseTo(whole / 2, 0);
  expect(await sunHours(place, sunset! + 3_000_000)).toBeCloseTo(whole, 1);
});

test('summer has three times the sun of winter, and polar night has none', async () => {
  const noon = (month: number) => Date.UTC(2026, month, 21, 12, 15);
  const [summer, winter] = [await sunHours(MADRID, noon(5)), await sunHours(MADRID, noon(11))];
  expect(summer / winter).toBeGreaterThan(2.5);
  const svalbard = { timeZone: 'Arctic/Longyearbyen', latitude: 78.2, longitude: 15.6 };
  expect(await sunHours(svalbard, noon(11))).toBeCloseTo(0, 5);
  expect(await sunHours(svalbard, noon(5))).toBeGreaterThan(2);
});
