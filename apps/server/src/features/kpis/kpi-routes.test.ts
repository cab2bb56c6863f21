import type { RouteOutput, routes } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { expectPower } from '../expected-power/index.ts';
import { fleetOfTest } from '../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { registerKpisRoutes } from './routes.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps } = kit;
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
const { call, visitor } = await openApi(platform, (http) => registerKpisRoutes(http, kit.fleet));
afterAll(() => kit.stop());

const HOUR = 3_600_000;
/** Midnight in Madrid. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
platform.clock.set(MIDNIGHT + 25 * HOUR);
const authorization = `Bearer ${await signIn(platform, await makeUser(platform, { role: 'platformAdmin' }))}`;
const get = (path: string) => call(path, { headers: { authorization } });
const RANGE = 'from=2026-06-01&to=2026-06-30';

test('a station, its inverters and the portfolio have figures, or say why not', async () => {
  const { id } = await makeStation(platform, { capacityKw: 10 });
  const inverters = await Promise.all(
    ['Roof 10', 'Roof 2'].map((name) => makeDevice(platform, { stationId: id, name, ratedPower: 5000 })),
  );
  const sensor = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([...inverters.map((device) => device.id), sensor.id]);
  for (const inverter of inverters)
    await store(
      inverter,
      Array.from({ length: 192 }, (_, step) => ({
        time: MIDNIGHT + 6 * HOUR + step * 300_000,
        values: { 'ac.power': 2000 },
      })),
    );
  await rollUps.settle();
  await expectPower(parts, new AbortController().signal);

  const { data } = await get(`/stations/${id}/kpis?grain=month&${RANGE}`);
  const station: RouteOutput<(typeof routes)['stationKpis']> = data;
  expect(station.buckets.map(({ start }) => start)).toEqual(['2026-06']);
  expect(station.total.values.finalYield.value).toBeCloseTo(6.37, 1);
  expect(station.total.values.performanceRatio).toEqual({ value: null, gap: 'noIrradiance', days: 0 });
  expect(station.total.values.arrayYield.gap).toBe('noDc');

  const each: RouteOutput<(typeof routes)['stationInverterKpis']> = (
    await get(`/stations/${id}/inverter-kpis?${RANGE}`)
  ).data;
  expect(each.map(({ name }) => name)).toEqual(['Roof 2', 'Roof 10']);
  expect(each[0]!.values.finalYield.value).toBeCloseTo(station.total.values.finalYield.value!, 6);
  expect(each[0]!.values.energyPerformanceIndex.gap).toBe('ofStation');
  const one = await get(`/devices/${inverters[0]!.id}/kpis?grain=day&${RANGE}`);
  expect(one.data.buckets).toHaveLength(1);
  expect((await get(`/devices/${sensor.id}/kpis?grain=day&${RANGE}`)).error).toBe('noInverterKpis');

  const all = await get(`/portfolio/kpis?grain=year&${RANGE}`);
  expect(all.data).toMatchObject({ stations: 1, total: { sums: { days: 1 } } });
});

test('days without data between an imported past and today count, though the station was computed before its past came', async () => {
  const { id } = await makeStation(platform, { capacityKw: 10 });
  const inverter = await makeDevice(platform, { stationId: id, ratedPower: 5000 });
  await kit.fleet.ensure([inverter.id]);
  const compute = () => expectPower(parts, new AbortController().signal);
  const send = async (days: readonly number[]) => {
    // Marks of before, which are read again for a while, would join the days.
    await platform.samples.command('TRUNCATE TABLE expected_marks');
    for (const day of days)
      await store(
        inverter,
        Array.from({ length: 12 }, (_, step) => ({
          time: MIDNIGHT - day * 24 * HOUR + step * 300_000,
          values: { 'ac.power': 2000 },
        })),
      );
    await rollUps.settle();
    await compute();
  };
  const knownDays = async () => {
    const path = `/stations/${id}/kpis?grain=month&from=2026-05-01&to=2026-06-30`;
    const { energy, expectedDays, days } = (await get(path)).data.total.sums;
    return { energy: energy.days, expectedDays, days };
  };
  await send([0]);
  expect(await knownDays()).toEqual({ energy: 1, expectedDays: 1, days: 1 });
  await send([12, 11]);
  expect(await knownDays()).toEqual({ energy: 3, expectedDays: 13, days: 13 });
  await send([14]);
  expect(await knownDays()).toEqual({ energy: 4, expectedDays: 15, days: 15 });
  // Whether it stood there in a silence of more than a month nobody knows.
  await send([49]);
  expect(await knownDays()).toEqual({ energy: 5, expectedDays: 16, days: 50 });
});

test('visitors read no serial number where an inverter has no name', async () => {
  const { id } = await makeStation(platform, { capacityKw: 10, shared: true });
  const { id: device, sn } = await makeDevice(platform, { stationId: id, name: null });
  await kit.fleet.ensure([device]);
  const path = `/stations/${id}/inverter-kpis?${RANGE}`;
  expect((await get(path)).data[0].name).toBe(sn);
  const { data } = await (await visitor()).get(path);
  expect(data[0].name).toMatch(/^.{3}\*+.{2}$/);
});

test('ranges that are too long or the wrong way round are refused', async () => {
  const { id } = await makeStation(platform, { capacityKw: 10 });
  const refused = async (query: string) => (await get(`/stations/${id}/kpis?${query}`)).error;
  expect(await refused('grain=day&from=2025-01-01&to=2026-06-01')).toBe('rangeTooLong');
  expect(await refused('grain=day&from=2026-06-02&to=2026-06-01')).toBe('invalidInput');
  const empty = await get(`/stations/${id}/kpis?grain=year&from=2000-01-01&to=2026-06-01`);
  expect(empty.data.buckets).toEqual([]);
  expect(empty.data.total.values.finalYield).toEqual({ value: null, gap: 'noDays', days: 0 });
});
