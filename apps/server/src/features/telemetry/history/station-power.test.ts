import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { stationPower } from './station-power.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
afterAll(() => kit.stop());

const FIVE = 5 * 60_000;
/** 12:00 in Madrid in June, where makers put their stations. */
const NOON = Date.UTC(2026, 5, 21, 10);

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
  const { samples } = platform;
  const { fleet, sunlight } = kit;
  const power = await stationPower(
    { samples, fleet, sunlight, clearSky: new Map() },
    fleet.station(station.id)!,
    { day: '2026-06-21', now: NOON },
  );
  return { ...power, noon: power.times.indexOf(NOON) };
}

test('what the light that a sensor measures should give is expected', async () => {
  const { expectedSource, expected, noon } = await dayOf((step) => 400 + step);
  expect(expectedSource).toBe('sensor');
  expect(expected[noon]).toBeGreaterThan(2500);
  expect(expected[noon]).toBeLessThan(4000);
});

test('a sensor that hangs is no measure: the clear sky is expected, and what it says is still drawn', async () => {
  const { expectedSource, expected, irradiance, noon } = await dayOf(() => 13.8);
  expect(expectedSource).toBe('clearSky');
  expect(expected[noon]).toBeGreaterThan(5000);
  expect(irradiance[noon]).toBeCloseTo(13.8);
});
