import { dayRange } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { fleetOfTest } from '../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createPastWeather, type Weather } from '../weather/index.ts';
import { createExpectedOfDay, expectedEnergies, expectPower } from './index.ts';

const platform = await testPlatform({
  SUNFLEET_WEATHER_URL: 'http://127.0.0.1:9/v1/forecast',
  SUNFLEET_WEATHER_SOURCE: 'Test sky',
});
const kit = await openTelemetry(platform);
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
const { samples, clock } = platform;
afterAll(() => kit.stop());

const HOUR = 3_600_000;
const FIVE = 5 * 60_000;
const ZONE = 'Europe/Madrid';
const MIDNIGHT = dayRange('2026-06-21', ZONE).start;
const signal = new AbortController().signal;

/** A service that tells light of the last day and the next, `share` of 900 W/m2 at noon. */
function service(share: number) {
  const asked: { latitude: number; longitude: number }[] = [];
  const weather: Weather = {
    isSilent: () => false,
    async at(place) {
      asked.push(place);
      const first = MIDNIGHT - 24 * HOUR;
      const times = Array.from({ length: 60 }, (_, hour) => first + (hour + 1) * HOUR);
      const ghi = times.map((time) => {
        const hour = ((time - MIDNIGHT) / HOUR + 48) % 24;
        return Math.max(0, 900 * share * Math.sin(((hour - 7) / 14.5) * Math.PI));
      });
      const flat = (value: number | null) => times.map(() => value);
      return {
        askedAt: clock.now(),
        hours: {
          times,
          ghi,
          tempAir: flat(20),
          windSpeed: flat(2),
          dni: flat(null),
          dhi: flat(null),
          cloudCover: flat(50),
          weatherCode: flat(2),
        },
      };
    },
  };
  return { asked, weather: createPastWeather({ ...platform, weather }) };
}

const sumOf = async (id: number, day: string) =>
  (
    await expectedEnergies(samples, {
      stations: [id],
      timeZone: ZONE,
      grain: 'day',
      from: day,
      to: day,
      now: clock.now(),
    })
  )
    .get(id)!
    .get(day)!;

async function plant(sensors: boolean, longitude: number) {
  const station = await makeStation(platform, { capacityKw: 10, latitude: 40, longitude });
  const inverter = await makeDevice(platform, { stationId: station.id });
  const logger = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, logger.id]);
  const times = Array.from({ length: 288 + 144 }, (_, step) => MIDNIGHT - 24 * HOUR + step * FIVE);
  await kit.store(
    inverter,
    times.map((time) => ({ time, values: { 'ac.power': 3000 } })),
  );
  if (sensors)
    await kit.store(
      logger,
      times.map((time) => ({
        time,
        values: { 'irradiance.poa': 400 + Math.sin(time / 1e6) * 30, 'temp.ambient': 20 },
      })),
    );
  await kit.rollUps.settle();
  return station;
}

test('a station without a sensor is expected by the weather of its cell, which is kept; one with sensors asks nobody', async () => {
  clock.set(MIDNIGHT + 12 * HOUR);
  const { id } = await plant(false, -3.71);
  const other = await plant(true, -5.2);
  const cloudy = service(0.3);
  await expectPower({ ...parts, weather: cloudy.weather }, signal);
  expect(cloudy.asked).toEqual([{ latitude: 40, longitude: -3.7, id }]);
  const today = await sumOf(id, '2026-06-21');
  expect(today.bySource.weather).toBeGreaterThan(0.97 * today.p50);
  const yesterday = await sumOf(id, '2026-06-20');
  expect(yesterday.bySource.weather).toBeGreaterThan(0.97 * yesterday.p50);
  const { bySource } = await sumOf(other.id, '2026-06-20');
  expect(bySource.sensor).toBeGreaterThan(0);
  expect(bySource.weather).toBe(0);

  // The history is computed again without anybody who could be asked.
  await platform.db
    .updateTable('expectedStations')
    .set({ owedFrom: new Date(MIDNIGHT - 24 * HOUR), owedTo: new Date(MIDNIGHT) })
    .where('stationId', '=', id)
    .execute();
  const silent = createPastWeather({
    ...platform,
    weather: { at: async () => undefined, isSilent: () => true },
  });
  await expectPower({ ...parts, weather: silent }, signal);
  expect((await sumOf(id, '2026-06-20')).p50).toBeCloseTo(yesterday.p50, 6);

  const day = await createExpectedOfDay({ ...platform, fleet: kit.fleet, weather: silent })(
    kit.fleet.station(id)!,
    { start: MIDNIGHT, end: MIDNIGHT + 24 * HOUR, now: clock.now() },
  );
  expect(day.source).toBe('weather');
});

test('what a later answer says of an hour replaces what was told before', async () => {
  clock.set(MIDNIGHT + 15 * HOUR);
  const { id } = await plant(false, -7.3);
  await expectPower({ ...parts, weather: service(0.3).weather }, signal);
  const before = await sumOf(id, '2026-06-21');
  clock.set(MIDNIGHT + 16 * HOUR);
  await expectPower({ ...parts, weather: service(0.9).weather }, signal);
  const hours = (
    await expectedEnergies(samples, {
      stations: [id],
      timeZone: ZONE,
      grain: 'hour',
      from: '2026-06-21',
      to: '2026-06-21',
      now: clock.now(),
    })
  ).get(id)!;
  expect(hours.get('2026-06-21T14:00')!.p50).toBeGreaterThan(1.5 * hours.get('2026-06-21T12:00')!.p50);
  expect(before.p50).toBeGreaterThan(0);
});
