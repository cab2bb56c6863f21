import type { RouteOutput, routes } from '@sunfleet/contract';
import { RUN_STATES } from '@sunfleet/device-model';
import type { Selectable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../../test/makers.ts';
import type { Reading } from '../../../platform/ingest.ts';
import type { DevicesTable } from '../../../platform/postgres/tables/devices.ts';
import { signIn } from '../../accounts/index.ts';
import { registerPortfolioRoutes } from '../../portfolio/index.ts';
import { forgetTelemetry } from '../retention/forget-telemetry.ts';
import { registerTelemetryRoutes } from '../routes.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps } = kit;
const { call } = await openApi(
  platform,
  (http) => registerTelemetryRoutes(http, kit as never, {} as never),
  registerPortfolioRoutes,
);
afterAll(() => kit.stop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In Madrid the sun is over the horizon from 6:45 to 21:48; this is midnight there. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
const SUNRISE = MIDNIGHT + 6.75 * HOUR;
const SUNSET = MIDNIGHT + 21.8 * HOUR;
platform.clock.set(MIDNIGHT + 3 * DAY + HOUR);

async function bearerOf(role: 'platformAdmin' | 'owner') {
  return `Bearer ${await signIn(platform, await makeUser(platform, { role }))}`;
}
const admin = await bearerOf('platformAdmin');
const get = (path: string, authorization = admin) => call(path, { headers: { authorization } });
async function availabilityOf(
  station: number,
  query: string,
): Promise<RouteOutput<(typeof routes)['stationAvailability']>> {
  const { data } = await get(`/stations/${station}/availability?${query}`);
  return data;
}
const DAYS = 'grain=day&from=2026-06-20&to=2026-06-30';

type Device = Selectable<DevicesTable>;

/** Power and state of a device every five minutes of [from, to). */
function told(from: number, to: number, state: keyof typeof RUN_STATES | undefined, watts = 3000): Reading[] {
  const readings: Reading[] = [];
  for (let time = from; time < to; time += 300_000) {
    const values = { 'ac.power': watts, ...(state ? { state: RUN_STATES[state] } : {}) };
    readings.push({ time, values });
  }
  return readings;
}

async function fill(device: Device, ...parts: Reading[][]): Promise<void> {
  await kit.fleet.ensure([device.id]);
  for (const readings of parts) await store(device, readings);
  await rollUps.settle();
}

test('communication and technical availability by day and over all; what is not known stays unknown', async () => {
  const station = await makeStation(platform);
  const [one, two] = [
    await makeDevice(platform, { stationId: station.id, ratedPower: 5000 }),
    await makeDevice(platform, { stationId: station.id, ratedPower: 5000 }),
  ];
  // The first day both run; on the second one fails at noon, and the other is silent; the third is silent.
  await fill(one, told(SUNRISE, SUNSET, 'running'));
  const noon = MIDNIGHT + DAY + 14 * HOUR;
  await fill(one, told(SUNRISE + DAY, noon, 'running'), told(noon, SUNSET + DAY, 'breakdown', 0));
  await fill(two, told(SUNRISE, SUNSET, 'running'));
  const { buckets, communication, technical } = await availabilityOf(station.id, DAYS);
  expect(buckets.map(({ start }) => start)).toEqual([
    '2026-06-20',
    '2026-06-21',
    '2026-06-22',
    '2026-06-23',
    '2026-06-24',
  ]);
  const [before, first, second, third, running] = buckets;
  expect(before).toMatchObject({ communication: null, technical: null });
  expect(first!.communication).toBeGreaterThan(0.97);
  expect(first!.technical).toBe(1);
  expect(second!.communication).toBeCloseTo(0.5, 1);
  expect(second!.technical).toBeCloseTo((14 - 6.75) / (21.8 - 6.75), 1);
  expect(third).toMatchObject({ communication: 0, technical: null });
  // One in the night: the sun has not risen yet.
  expect(running).toMatchObject({ communication: null, technical: null });
  expect(communication).toBeCloseTo(0.5, 1);
  expect(technical).toBeCloseTo((15 + 15 + 7.25) / (15 + 15 + 15), 1);
  const months = await availabilityOf(station.id, 'grain=month&from=2026-05-01&to=2026-06-30');
  expect(months.buckets).toEqual([
    { start: '2026-05', communication: null, technical: null },
    { start: '2026-06', communication, technical },
  ]);
});

test('devices of a large station that are read one part after the other count together', async () => {
  const station = await makeStation(platform);
  const first = await makeDevice(platform, { stationId: station.id, ratedPower: 5000 });
  // Of four hundred days 250 devices are read at once.
  for (let n = 0; n < 260; n += 1) await makeDevice(platform, { stationId: station.id, ratedPower: 5000 });
  const last = await makeDevice(platform, { stationId: station.id, ratedPower: 5000 });
  await fill(first, told(SUNRISE, SUNSET, 'running'));
  await fill(last, told(SUNRISE, SUNSET, 'breakdown', 0), told(SUNRISE + DAY, SUNSET + DAY, 'running'));
  const { buckets, technical } = await availabilityOf(station.id, 'grain=day&from=2025-05-27&to=2026-06-30');
  expect(buckets.at(-4)).toMatchObject({ start: '2026-06-21', technical: 0.5 });
  expect(buckets.at(-3)).toMatchObject({ start: '2026-06-22', technical: 1 });
  expect(technical).toBeCloseTo(2 / 3, 2);
});

test('a device that was heard in an earlier year alone is missing this year, and one that is new is not', async () => {
  const station = await makeStation(platform);
  const [silent, fresh] = [
    await makeDevice(platform, { stationId: station.id, ratedPower: 5000 }),
    await makeDevice(platform, { stationId: station.id, ratedPower: 5000 }),
  ];
  const YEAR = 365 * DAY;
  await fill(silent, told(SUNRISE - YEAR, SUNSET - YEAR, 'running'));
  await fill(fresh, told(SUNRISE + DAY, SUNSET + DAY, 'running'));
  const { buckets } = await availabilityOf(station.id, DAYS);
  const [, first, second] = buckets;
  expect(first!.communication).toBe(0);
  expect(second!.communication).toBeCloseTo(0.5, 1);
});

test('waiting for the grid is no outage, and standby is one only under measured light', async () => {
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  const [ten, two] = [MIDNIGHT + 10 * HOUR, MIDNIGHT + 14 * HOUR];
  await fill(device, told(ten, two, 'running'), told(two, two + 4 * HOUR, 'waitingGrid', 0));
  await fill(device, told(two + 4 * HOUR, two + 6 * HOUR, 'standby', 0));
  expect((await availabilityOf(station.id, DAYS)).technical).toBe(1);
  const sensor = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  await kit.fleet.ensure([sensor.id]);
  const readings = told(two + 4 * HOUR, two + 6 * HOUR, undefined).map(({ time }) => ({
    time,
    values: { 'irradiance.poa': 400 },
  }));
  await store(sensor, readings);
  await rollUps.settle();
  expect((await availabilityOf(station.id, DAYS)).technical).toBeCloseTo(4 / 6, 1);
});

test('a device that tells no state has a communication availability alone', async () => {
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  await fill(device, told(SUNRISE, SUNSET, undefined));
  const { buckets } = await availabilityOf(station.id, DAYS);
  expect(buckets[1]!.communication).toBeGreaterThan(0.97);
  expect(buckets[1]!.technical).toBeNull();
});

test('an availability of somebody else does not exist, and one of no days or too many is refused', async () => {
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  await kit.fleet.ensure([device.id]);
  const at = `/stations/${station.id}/availability`;
  expect((await get(`${at}?${DAYS}`, await bearerOf('owner'))).error).toBe('stationNotFound');
  expect((await get(`${at}?grain=day&from=2026-06-21&to=2026-06-20`)).error).toBe('invalidInput');
  expect((await get(`${at}?grain=month&from=2024-01-01&to=2026-06-20`)).error).toBe('rangeTooLong');
  expect(await availabilityOf(station.id, DAYS)).toMatchObject({ communication: null, technical: null });
});

test('the fleet counts what the caller may see, from the first day on which a device reported', async () => {
  platform.clock.set(MIDNIGHT + 4 * DAY - 2 * HOUR);
  const owner = await makeUser(platform, { role: 'owner' });
  const authorization = `Bearer ${await signIn(platform, owner)}`;
  const fleetOf = async () => {
    // The answer is kept for five minutes.
    platform.clock.advance(300_000);
    return (await get('/portfolio/availability?days=7', authorization)).data;
  };
  const nothing = { communication: null, tellingDevices: 0, technical: null };
  expect(await fleetOf()).toEqual({ days: 7, devices: 0, ...nothing });
  const station = await makeStation(platform, { ownerId: owner.id });
  const device = await makeDevice(platform, { stationId: station.id });
  // Of three whole days one was silent.
  await fill(device, told(SUNRISE, SUNSET, 'running'), told(SUNRISE + 2 * DAY, SUNSET + 2 * DAY, 'running'));
  const { communication, ...rest } = await fleetOf();
  expect(rest).toEqual({ days: 7, devices: 1, tellingDevices: 1, technical: 1 });
  expect(communication).toBeCloseTo(2 / 3, 1);
  await forgetTelemetry(platform.samples, { stationIds: [], devices: [device] }, undefined);
  expect(await fleetOf()).toMatchObject({ devices: 0, ...nothing });
  for (const table of ['run_state_5m', 'run_state_days']) {
    expect(await platform.samples.query(`SELECT 1 FROM ${table} WHERE device = ${device.id}`)).toEqual([]);
  }
});

test('the technical availability of the fleet is that of its stations, also of what came late or was there before counts', async () => {
  platform.clock.set(MIDNIGHT + 4 * DAY);
  const owner = await makeUser(platform, { role: 'owner' });
  const authorization = `Bearer ${await signIn(platform, owner)}`;
  const fleetOf = async () => {
    // The answer is kept for five minutes.
    platform.clock.advance(300_000);
    return (await get('/portfolio/availability?days=7', authorization)).data;
  };
  const station = await makeStation(platform, { ownerId: owner.id });
  const ofStation = async () =>
    (await get(`/stations/${station.id}/availability?${DAYS}`, authorization)).data;
  const [small, large] = [
    await makeDevice(platform, { stationId: station.id, ratedPower: 5000 }),
    await makeDevice(platform, { stationId: station.id, ratedPower: 15_000 }),
  ];
  const noon = MIDNIGHT + 14 * HOUR;
  // In the night it waits for light, which is no outage.
  await fill(small, told(MIDNIGHT, SUNRISE, 'standby', 0), told(SUNRISE, SUNSET, 'running'));
  await fill(large, told(SUNRISE, noon, 'running'), told(noon, SUNSET, 'breakdown', 0));
  const { technical } = await ofStation();
  expect(technical).toBeCloseTo((5 * 15 + 15 * 7.25) / (20 * 15), 1);
  expect(await fleetOf()).toMatchObject({ devices: 2, tellingDevices: 2, technical });
  // A device without a rated power: all count alike.
  const third = await makeDevice(platform, { stationId: station.id, ratedPower: null });
  await fill(third, told(SUNRISE + DAY, noon + DAY, 'running'));
  const alike = (await ofStation()).technical;
  expect(alike).not.toBeCloseTo(technical!, 2);
  expect(await fleetOf()).toMatchObject({ tellingDevices: 3, technical: alike });
  // The light that a sensor measured comes later and makes an outage of what was rest.
  await fill(third, told(noon + DAY, SUNSET + DAY, 'standby', 0));
  const sensor = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  const lit = told(noon + DAY, SUNSET + DAY, undefined);
  await fill(
    sensor,
    lit.map(({ time }) => ({ time, values: { 'irradiance.poa': 400 } })),
  );
  const measured = (await ofStation()).technical;
  expect(measured).toBeLessThan(alike!);
  expect(await fleetOf()).toMatchObject({ technical: measured });
  // What was stored before there were counts is counted once, after the start.
  await platform.samples.command('TRUNCATE TABLE run_state_days');
  expect(await fleetOf()).toMatchObject({ technical: null });
  await rollUps.start();
  await expect.poll(async () => (await fleetOf()).technical).toBe(measured);
});
