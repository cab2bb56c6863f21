import type { RouteOutput, routes } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../../test/makers.ts';
import type { Reading } from '../../../platform/ingest.ts';
import { signIn } from '../../accounts/index.ts';
import { expectPower, expectedEnergies } from '../../expected-power/index.ts';
import { registerTelemetryRoutes } from '../routes.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps } = kit;
const { call } = await openApi(platform, (http) =>
  registerTelemetryRoutes(
    http,
    kit as never,
    {
      expectedDays: (query: ExpectedEnergyQuery) => expectedEnergies(platform.samples, query),
    } as never,
  ),
);
type ExpectedEnergyQuery = Parameters<typeof expectedEnergies>[1];
afterAll(() => kit.stop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in Madrid, where the sun is over the horizon from 6:45 to 21:48. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
platform.clock.set(MIDNIGHT + 3 * DAY + HOUR);
const bearer = `Bearer ${await signIn(platform, await makeUser(platform, { role: 'platformAdmin' }))}`;
const performance = async (
  station: number,
  query: string,
  authorization = bearer,
): Promise<RouteOutput<(typeof routes)['stationPerformance']>> =>
  (await call(`/stations/${station}/performance?${query}`, { headers: { authorization } })).data;
const DAYS = 'grain=day&from=2026-06-21&to=2026-06-30';

/** Readings each five minutes from six to ten of a local day. */
function day(n: number, valuesAt: (step: number) => Reading['values']): Reading[] {
  const begin = MIDNIGHT + n * DAY + 6 * HOUR;
  return Array.from({ length: 16 * 12 }, (_, step) => ({
    time: begin + step * 300_000,
    values: valuesAt(step),
  }));
}

test('yields and ratio by day and over all, of the days on which both energy and irradiation are known', async () => {
  const station = await makeStation(platform, { capacityKw: 10 });
  const of = { stationId: station.id };
  const inverter = await makeDevice(platform, { ...of, ratedPower: 10_000 });
  const sensor = await makeDevice(platform, { ...of, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, sensor.id]);
  // The sun gives 500 W/m² all day, a little more and less in turn.
  const sun = (step: number) => ({ 'irradiance.poa': 500 + (step % 2) });
  for (const n of [0, 1, 2])
    await store(
      inverter,
      day(n, () => ({ 'ac.power': 4000 })),
    );
  await store(sensor, day(0, sun));
  // On the second day the sensor hangs, on the third it is silent until noon.
  await store(
    sensor,
    day(1, () => ({ 'irradiance.poa': 500 })),
  );
  await store(sensor, day(2, sun).slice(6 * 12));
  await rollUps.settle();
  const all = await performance(station.id, DAYS);
  const [first, second, third, running] = all.buckets;
  expect(all.buckets).toHaveLength(4);
  expect(first).toMatchObject({ energyDays: 1, irradiationDays: 1, judgedDays: 1 });
  expect(first!.irradiation).toBeCloseTo(15.05 * 0.5005, 1);
  expect(first!.finalYield).toBeCloseTo(6.4, 1);
  expect(first!.performanceRatio).toBeCloseTo(6.4 / (15.05 * 0.5005), 1);
  expect(first!.capacityFactor).toBeCloseTo(6.4 / 24, 2);
  for (const blind of [second, third])
    expect(blind).toMatchObject({ energyDays: 1, irradiation: null, performanceRatio: null, judgedDays: 0 });
  expect(running).toMatchObject({ energy: null, irradiation: null, performanceRatio: null });
  expect(all).toMatchObject({ capacityKw: 10, energyDays: 3, judgedDays: 1, timeZone: 'Europe/Madrid' });
  expect(all.performanceRatio).toBe(first!.performanceRatio);
  const months = await performance(station.id, 'grain=month&from=2026-05-01&to=2026-06-30');
  expect(months.buckets.map(({ start, judgedDays }) => [start, judgedDays])).toEqual([
    ['2026-05', 0],
    ['2026-06', 1],
  ]);
});

test('a station without a sensor has yields and no ratio', async () => {
  const station = await makeStation(platform, { capacityKw: 10 });
  const inverter = await makeDevice(platform, { stationId: station.id, ratedPower: 10_000 });
  await kit.fleet.ensure([inverter.id]);
  await store(
    inverter,
    day(0, () => ({ 'ac.power': 4000 })),
  );
  await rollUps.settle();
  const all = await performance(station.id, DAYS);
  expect(all.finalYield).toBeCloseTo(6.4, 1);
  expect(all).toMatchObject({ irradiation: null, irradiationDays: 0, performanceRatio: null });
});

test('the energy performance index is of the days whose expectation is computed, and visitors get none of it', async () => {
  const station = await makeStation(platform, { capacityKw: 10, shared: true });
  const inverter = await makeDevice(platform, { stationId: station.id, ratedPower: 10_000 });
  const sensor = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, sensor.id]);
  for (const n of [0, 1, 2]) {
    await store(
      inverter,
      day(n, () => ({ 'ac.power': 4000 })),
    );
    await store(
      sensor,
      day(n, (step) => ({ 'irradiance.poa': 500 + (step % 2) })),
    );
  }
  await rollUps.settle();
  expect(await performance(station.id, DAYS)).toMatchObject({
    expected: null,
    energyPerformanceIndex: null,
    expectedBySensor: null,
    comparedDays: 0,
  });
  await expectPower({ ...platform, fleet: kit.fleet }, new AbortController().signal);
  const all = await performance(station.id, DAYS);
  const compared = all.buckets.filter(({ comparedDays }) => comparedDays === 1);
  const sum = (key: 'energy' | 'expected') => compared.reduce((total, bucket) => total + bucket[key]!, 0);
  // The expectation begins with the first reading, in the middle of the first day.
  expect(all.buckets[0]).toMatchObject({ energyDays: 1, expected: null, comparedDays: 0 });
  expect(compared.length).toBe(2);
  expect(all.comparedDays).toBe(compared.length);
  expect(sum('expected')).toBeGreaterThan(20);
  expect(all.energyPerformanceIndex).toBeCloseTo(sum('energy') / sum('expected'), 9);
  expect(all.expectedBySensor).toBeGreaterThan(0.9);
  const visitor = `Bearer ${await signIn(platform, { id: null })}`;
  const seen = await performance(station.id, DAYS, visitor);
  expect(seen).toMatchObject({ expected: null, energyPerformanceIndex: null, energyDays: 3 });
});
