import { dayRange } from '@sunfleet/analysis';
import type { StationLosses } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { expectPower } from '../expected-power/index.ts';
import { fleetOfTest } from '../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { registerLossesRoutes } from './index.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
const { server, someone, asProgram } = await openApi(platform, (http) =>
  registerLossesRoutes(http, kit.fleet),
);
afterAll(async () => {
  await server.app.close();
  await kit.stop();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIVE = 5 * 60_000;
const MIDNIGHT = dayRange('2026-06-21', 'Europe/Madrid').start;
const light = (time: number) => {
  const hour = ((time - MIDNIGHT) / HOUR + 2400) % 24;
  return 900 * Math.max(0, Math.sin(((hour - 7) / 14.5) * Math.PI)) * (0.9 + 0.1 * Math.sin(time / 1e6));
};

/** Six days of a plant with a sensor of light, which stands for an hour of each noon and sells at 0.10 EUR. */
async function plant(changes: Parameters<typeof makeStation>[1] = {}) {
  platform.clock.set(MIDNIGHT + 2 * HOUR);
  const station = await makeStation(platform, {
    capacityKw: 10,
    gridType: 'fullFeedIn',
    currency: 'EUR',
    priceFeedIn: 0.1,
    ...changes,
  });
  const inverter = await makeDevice(platform, { stationId: station.id, ratedPower: 10_000 });
  const sensor = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  await kit.fleet.ensure([inverter.id, sensor.id]);
  const times = Array.from({ length: 6 * 288 }, (_, step) => MIDNIGHT - 6 * DAY + step * FIVE);
  let total = 1000;
  await kit.store(
    inverter,
    times.map((time) => {
      const hour = ((time - MIDNIGHT) / HOUR + 2400) % 24;
      const power = hour >= 12 && hour < 13 ? 0 : light(time) * 8;
      total += power / 12_000;
      return { time, values: { 'ac.power': power, 'energy.total': total } };
    }),
  );
  await kit.store(
    sensor,
    times.map((time) => ({ time, values: { 'irradiance.poa': light(time), 'temp.ambient': 20 } })),
  );
  await kit.rollUps.settle();
  await expectPower(parts, new AbortController().signal);
  return station;
}

type Someone = Awaited<ReturnType<typeof someone>>;
const lossesOf = async (
  who: Pick<Someone, 'get'>,
  id: number,
  query = 'from=2026-06-01&to=2026-06-30',
): Promise<StationLosses> => (await who.get(`/stations/${id}/losses?${query}`)).data;
const partOf = ({ parts }: StationLosses, name: string) => parts.find(({ part }) => part === name)?.energy;

test('energy and money of a month add up exactly, and what cannot be told apart is named', async () => {
  const { id } = await plant();
  const viewer = await someone('platformAdmin');
  const losses = await lossesOf(viewer, id);
  expect(losses.days).toEqual({ all: 20, judged: 6, notComputed: 14, lightUnknown: 0 });
  expect(losses.standard - losses.parts.reduce((sum, { energy }) => sum + energy, 0)).toBe(losses.measured);
  expect(losses.measured).toBeGreaterThan(200_000);
  expect(partOf(losses, 'outage')).toBeGreaterThan(6 * 5000);
  expect(losses.gaps.map(({ part, gap }) => `${part} ${gap}`)).toEqual([
    'shading notLearned',
    'curtailment noLimit',
    'string noStrings',
    'snow noSky',
    'soiling fewDays',
  ]);
  const [money] = losses.money!;
  expect(money).toMatchObject({ currency: 'EUR', unpricedDays: 0 });
  expect(money!.standard - money!.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(money!.measured);
  // Ten cents a kWh.
  expect(money!.measured / (losses.measured / 100)).toBeCloseTo(1, 1);
  const one = await lossesOf(viewer, id, 'from=2026-06-20&to=2026-06-20');
  expect(one.days.judged).toBe(1);
  expect(one.measured).toBeLessThan(losses.measured / 5);
});

test('a day that is not over is in no figure, and days that are none are refused', async () => {
  const { id } = await plant();
  const viewer = await someone('platformAdmin');
  expect((await lossesOf(viewer, id, 'from=2026-06-21&to=2026-06-21')).days.all).toBe(0);
  expect((await viewer.get(`/stations/${id}/losses?from=2026-06-20&to=2026-06-01`)).error).toBe(
    'invalidInput',
  );
  expect((await viewer.get(`/stations/${id}/losses?from=2020-06-20&to=2026-06-01`)).error).toBe(
    'rangeTooLong',
  );
});

test('a program without the right to prices sees energy alone, and somebody else nothing', async () => {
  const { id, organisationId } = await plant();
  const admin = await someone('organisationAdmin', { organisationId });
  expect((await lossesOf(admin, id)).money).toHaveLength(1);
  const program = await asProgram(admin.user, ['telemetry.view', 'stations.view']);
  const losses = await lossesOf(program, id);
  expect(losses.money).toBeNull();
  expect(losses.measured).toBeGreaterThan(0);
  const stranger = await someone('organisationAdmin');
  const refused = await stranger.get(`/stations/${id}/losses?from=2026-06-01&to=2026-06-20`);
  expect(refused.error).toBe('stationNotFound');
});
