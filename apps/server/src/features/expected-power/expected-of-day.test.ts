import { dayRange } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createExpectedOfDay } from './index.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const expectedOf = createExpectedOfDay({ ...platform, fleet: kit.fleet });
afterAll(() => kit.stop());

const FIVE = 5 * 60_000;
/** 12:00 in Madrid in June, where makers put their stations. */
const NOON = Date.UTC(2026, 5, 21, 10);
const DAY = dayRange('2026-06-21', 'Europe/Madrid');
const PLACE = (NOON - DAY.start) / FIVE;

/** The day of a station whose sensor said this from 10:00 to 12:00. */
async function dayOf(irradiance: (step: number) => number) {
  const station = await makeStation(platform, { capacityKw: 10 });
  const sensor = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  await kit.fleet.ensure([sensor.id]);
  const readings = Array.from({ length: 25 }, (_, step) => ({
    time: NOON - (24 - step) * FIVE,
    values: { 'irradiance.poa': irradiance(step) },
  }));
  await kit.store(sensor, readings);
  await kit.rollUps.settle();
  return expectedOf(kit.fleet.station(station.id)!, { ...DAY, now: NOON });
}

test('what the light that a sensor measures should give is expected before anything is stored, and nothing of what is to come', async () => {
  const day = await dayOf((step) => 400 + step);
  expect(day.source).toBe('poa');
  expect(day.p50[PLACE]).toBeGreaterThan(2500);
  expect(day.p50[PLACE]).toBeLessThan(4000);
  expect(day.p10[PLACE]).toBeLessThan(day.p50[PLACE]!);
  expect(day.p90[PLACE]).toBeGreaterThan(day.p50[PLACE]!);
  expect(day.p50[PLACE + 12]).toBeNull();
  expect(day.bound[PLACE + 12]).toBeGreaterThan(8000);
});

test('a sensor that hangs is no measure: half a clear sky is expected', async () => {
  const day = await dayOf(() => 13.8);
  expect(day.source).toBe('clearSky');
  expect(day.p50[PLACE]).toBeGreaterThan(4000);
});
