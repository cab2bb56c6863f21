import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Role } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { knownDevice, makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import type { Reading } from '../../platform/ingest.ts';
import { signIn } from '../accounts/index.ts';
import { soleTelemetry } from '../../../test/sole-telemetry.ts';
import { openFleet } from '../fleet/index.ts';
import { createLive, ownFeed, registerLiveRoutes } from '../live/index.ts';
import { createStates } from '../live-state/index.ts';
import { registerPortfolioRoutes } from '../portfolio/index.ts';
import { createExpectedOfDay } from '../expected-power/index.ts';
import { openTelemetryInput, registerTelemetryRoutes } from './index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const input = await openTelemetryInput(platform, fleet);
const telemetry = soleTelemetry(platform, fleet, input);
const expectedOf = createExpectedOfDay({ ...platform, fleet: telemetry.fleet });
const states = await createStates(platform, telemetry);
const live = createLive(platform, ownFeed(platform, input.points));
await telemetry.rollUps.start();
const { server, call } = await openApi(
  platform,
  (http) => registerTelemetryRoutes(http, telemetry, { ...input, expectedOf }),
  (http) => registerLiveRoutes(http, live),
  registerPortfolioRoutes,
);
await server.app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await server.app.close();
  await input.stop();
  live.stop();
  await telemetry.stop();
  await states.stop();
  await fleet.stop();
  await platform.stop();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 12:00 in Madrid in June. */
const NOON = Date.UTC(2026, 5, 21, 10);
platform.clock.set(NOON);

async function bearerOf(role: Role = 'platformAdmin'): Promise<{ authorization: string; userId: number }> {
  const user = await makeUser(platform, { role });
  return { authorization: `Bearer ${await signIn(platform, user)}`, userId: user.id };
}
const admin = await bearerOf();
const get = (path: string, authorization = admin.authorization) => call(path, { headers: { authorization } });

async function store(deviceId: number, readings: readonly Reading[]): Promise<void> {
  await telemetry.fleet.ensure([deviceId]);
  await input.ingest.store(knownDevice({ id: deviceId, sn: 'x' }), readings, 'mqtt');
}

/** A station with an inverter of 6 kW that ran from 10:00 to 12:00, with two readings missing at 11. */
async function runningStation() {
  const station = await makeStation(platform, { capacityKw: 10 });
  const device = await makeDevice(platform, { stationId: station.id });
  const readings: Reading[] = [];
  for (let minute = -120; minute <= 0; minute += 5) {
    const values = { 'ac.power': 6000, 'energy.total': 1000 + (minute + 120) / 10, 'own.level': minute };
    if (minute <= -80 || minute >= -55) readings.push({ time: NOON + minute * MINUTE, values });
  }
  await store(device.id, readings);
  await telemetry.rollUps.settle();
  await states.flush();
  return { station, device };
}
const { station, device } = await runningStation();

describe('a station', () => {
  test('has the power curve of a local day with what is expected under an unknown sky', async () => {
    const { data } = await get(`/stations/${station.id}/power`);
    expect(data).toMatchObject({ day: '2026-06-21', timeZone: 'Europe/Madrid', expectedSource: 'clearSky' });
    expect(data.times).toHaveLength(288);
    expect(data.times[0]).toBe(NOON - 12 * HOUR);
    const at = (time: number) => data.times.indexOf(time);
    expect(data.pv[at(NOON - HOUR - 30 * MINUTE)]).toBe(6000);
    expect(data.pv[at(NOON - 70 * MINUTE)]).toBeNull();
    expect(data.pv[at(NOON + HOUR)]).toBeNull();
    expect(data.expectedBound[0]).toBe(0);
    expect(data.expectedBound[at(NOON + 2 * HOUR)]).toBeGreaterThan(10_000);
    expect(data.expected[at(NOON - HOUR)]).toBeGreaterThan(4000);
    expect(data.expected[at(NOON + 2 * HOUR)]).toBeNull();
    expect((await get(`/stations/${station.id}/power?day=2026-02-30`)).error).toBe('invalidInput');
  });

  test('gives a visitor the clear sky of the place that is shown, from which the exact one does not follow', async () => {
    const place = { latitude: 40.41678, longitude: -3.70379, tilt: 30, azimuth: 180 };
    const exact = await makeStation(platform, { ...place, shared: true });
    const rounded = await makeStation(platform, { ...place, latitude: 40.42, longitude: -3.7 });
    for (const { id } of [exact, rounded])
      await telemetry.fleet.ensure([(await makeDevice(platform, { stationId: id })).id]);
    const visitor = `Bearer ${await signIn(platform, { id: null })}`;
    const skyOf = async (id: number, who?: string) =>
      (await get(`/stations/${id}/power`, who)).data.expectedBound;
    const shown = await skyOf(rounded.id);
    expect(await skyOf(exact.id, visitor)).toEqual(shown);
    expect(await skyOf(exact.id)).not.toEqual(shown);
  });

  test('has its day in half hours, several stations in one answer and none that is out of scope', async () => {
    const empty = await makeStation(platform, { timeZone: 'Asia/Kathmandu' });
    await telemetry.fleet.ensure([(await makeDevice(platform, { stationId: empty.id })).id]);
    const { data } = await get(`/stations/day-curves?ids=${station.id},${empty.id},999999`);
    const power = (id: number) => data.find((row: { stationId: number }) => row.stationId === id).power;
    expect(data).toHaveLength(2);
    expect(power(station.id)).toHaveLength(48);
    expect(power(station.id).slice(19, 26)).toEqual([null, 6000, 6000, 6000, 6000, 6000, null]);
    expect(power(empty.id).every((value: number | null) => value === null)).toBe(true);
    const owner = await bearerOf('owner');
    expect((await get(`/stations/day-curves?ids=${station.id}`, owner.authorization)).data).toEqual([]);
    expect((await get('/stations/day-curves?ids=')).error).toBe('invalidInput');
  });

  test('has energies with source, spread and completeness', async () => {
    const { data } = await get(`/stations/${station.id}/energy?grain=day&from=2026-06-20&to=2026-06-22`);
    expect(data.buckets).toHaveLength(1);
    const [day] = data.buckets;
    expect(day).toMatchObject({ start: '2026-06-21', sources: { pv: 'lifetime' } });
    expect(day.energies.pv).toBeCloseTo(12);
    expect(day.spread).toBeCloseTo(2.5, 1);
    // Sunrise was at 6:45; the station reported from 10 to 12, a gap apart.
    expect(day.completeness).toBeGreaterThan(0.2);
    expect(day.completeness).toBeLessThan(0.4);
    const hours = await get(`/stations/${station.id}/energy?grain=hour&from=2026-06-21&to=2026-06-21`);
    expect(hours.data.buckets.map((bucket: { start: string }) => bucket.start)).toEqual([
      '2026-06-21T10:00',
      '2026-06-21T11:00',
    ]);
    const long = await get(`/stations/${station.id}/energy?grain=hour&from=2020-01-01&to=2026-06-21`);
    expect(long.error).toBe('rangeTooLong');
  });

  test('tells the newest value of every point', async () => {
    const { data } = await get(`/stations/${station.id}/latest`);
    const [of] = data.devices;
    expect(of).toMatchObject({
      deviceId: device.id,
      points: [
        { key: 'ac.power', value: 6000, time: NOON, name: null, unit: 'W', custom: false },
        { key: 'energy.total', value: 1012, time: NOON, unit: 'kWh' },
        { key: 'own.level', value: 0, time: NOON, unit: '', custom: true },
      ],
    });
    const own = await get(`/devices/${device.id}/latest`);
    expect(own.data[0]).toMatchObject({ key: 'ac.power', unit: 'W', custom: false });
    expect(own.data).toEqual(of.points);
  });

  test('of somebody else does not exist', async () => {
    const owner = await bearerOf('owner');
    for (const path of ['power', 'energy?grain=day&from=2026-06-20&to=2026-06-22', 'latest']) {
      const answer = await get(`/stations/${station.id}/${path}`, owner.authorization);
      expect(answer.error).toBe('stationNotFound');
    }
    const history = `/devices/${device.id}/history?points=ac.power&from=0&to=1`;
    expect((await get(history, owner.authorization)).error).toBe('deviceNotFound');
  });
});

describe('a device', () => {
  const history = (query: string) => get(`/devices/${device.id}/history?${query}`);
  const span = `from=${NOON - 2 * HOUR}&to=${NOON + 1}`;

  test('has raw history with a break in its gap', async () => {
    const { data } = await history(`points=ac.power,own.level&${span}`);
    expect(data.resolution).toBe('raw');
    const [power, own] = data.series;
    expect(power).toMatchObject({ key: 'ac.power', unit: 'W' });
    expect(power.values.filter((value: number | null) => value === null)).toHaveLength(1);
    expect(power.times[power.values.indexOf(null)]).toBe(NOON - 75 * MINUTE);
    expect(own.values.at(-1)).toBe(0);
  });

  test('has means of five minutes, hours and days, rolled up or not', async () => {
    for (const resolution of ['5m', 'hour', 'day']) {
      const { data } = await history(`points=ac.power,own.level&${span}&resolution=${resolution}`);
      const [power, own] = data.series;
      expect(power.values.at(-1), resolution).toBe(6000);
      expect(own.times, resolution).toEqual(power.times);
      expect(own.max.at(-1), resolution).toBe(0);
    }
    const { data } = await history(`points=own.level&${span}&resolution=day`);
    expect(data.series[0]).toMatchObject({ times: [NOON - 12 * HOUR], min: [-120], max: [0] });
    expect(data.series[0].values[0]).toBeLessThan(0);
    // As a counter, the newest value stands for the day.
    const { id: organisationId } = await makeOrganisation(platform);
    await platform.db.updateTable('devices').set({ organisationId }).where('id', '=', device.id).execute();
    const said = { name: 'Level', unit: 'm', kind: 'counter', decimals: 1 } as const;
    await platform.db
      .insertInto('pointDescriptions')
      .values({ organisationId, key: 'own.level', ...said })
      .execute();
    const counted = await history(`points=own.level&${span}&resolution=day`);
    expect(counted.data.series[0]).toMatchObject({ ...said, values: [0] });
    const latest = await get(`/devices/${device.id}/latest`);
    expect(latest.data[2]).toMatchObject({ key: 'own.level', ...said, custom: true });
    const ofStation = await get(`/stations/${station.id}/latest`);
    expect(ofStation.data.devices[0].points).toEqual(latest.data);
  });

  test('chooses its resolution by the length of the range', async () => {
    const of = async (days: number) =>
      (await history(`points=ac.power&from=${NOON - days * 24 * HOUR}&to=${NOON}`)).data.resolution;
    expect([await of(1), await of(20), await of(200), await of(900)]).toEqual(['raw', '5m', 'hour', 'day']);
  });

  test('shows the means of a day whose samples are gone, instead of nothing', async () => {
    const bucket = NOON - 300 * 24 * HOUR;
    const mean = {
      device: device.id,
      point: pointByKey('ac.power')!.id,
      avg: 4000,
      min: 3000,
      max: 5000,
      n: 60,
    };
    await platform.samples.insertRows('rollup_5m', [{ ...mean, bucket: bucket / 1000, version: 1 }]);
    const { data } = await history(`points=ac.power&from=${bucket - HOUR}&to=${bucket + HOUR}`);
    expect(data.resolution).toBe('5m');
    expect(data.series[0]).toMatchObject({ times: [bucket], values: [4000], min: [3000], max: [5000] });
  });

  test('one request for millions of samples is refused before they are read, and shown as means where the caller leaves the choice', async () => {
    const busy = await makeDevice(platform, { stationId: station.id });
    const begin = NOON - 40 * HOUR;
    const point = pointByKey('str1.current')!.id;
    await platform.samples.command(
      `INSERT INTO samples (device, point, time, value)
       SELECT ${busy.id}, ${point}, fromUnixTimestamp64Milli(toInt64(${begin} + number * 500)), number FROM numbers(200001)`,
    );
    const of = (more: string) => get(`/devices/${busy.id}/history?points=str1.current&from=${begin}&${more}`);
    expect((await of(`to=${NOON}&resolution=raw`)).error).toBe('historyTooLarge');
    const { data } = await of(`to=${NOON}`);
    expect(data.resolution).toBe('5m');
    expect(data.series[0].times).toHaveLength(334);
    const part = await of(`to=${begin + 27 * HOUR}&resolution=raw`);
    expect(part.data.series[0].times).toHaveLength(27 * 7200);
    const eight = ['ac.power', 'dc.power', 'ac.frequency', 'ac.reactive', 'str1.current'].join(',');
    const lines = await get(
      `/devices/${busy.id}/history?points=${eight}&from=${begin}&to=${begin + 27 * HOUR}&resolution=raw`,
    );
    expect(lines.error).toBe('historyTooLarge');
  });

  test('a person who asks for many histories at once waits, and others do not wait for them', async () => {
    const other = await bearerOf();
    const ask = (who = admin) =>
      get(`/devices/${device.id}/history?points=ac.power&${span}`, who.authorization);
    // More than may wait for their turn.
    const many = Array.from({ length: 200 }, () => ask());
    expect((await ask(other)).data.resolution).toBe('raw');
    const answers = await Promise.all(many);
    expect(answers.filter(({ error }) => error === 'tooManyRequests')).not.toHaveLength(0);
    expect(answers.filter(({ data }) => data?.resolution === 'raw').length).toBeGreaterThanOrEqual(62);
  });

  test('refuses points it does not have and ranges that are none', async () => {
    expect((await history(`points=no.such&${span}`)).error).toBe('unknownPoint');
    expect((await history('points=ac.power&from=5&to=5')).error).toBe('invalidInput');
    expect((await history('points=ac.power&from=0&to=1e13&resolution=raw')).error).toBe('rangeTooLong');
  });

  test('has energies of its own', async () => {
    const { data } = await get(`/devices/${device.id}/energy?grain=month&from=2026-06-01&to=2026-06-01`);
    expect(data.buckets).toEqual([{ start: '2026-06', energies: { pv: 12 }, sources: { pv: 'lifetime' } }]);
  });
});

test('a hybrid that reports only AC and battery power has energies that are integrated, and said so', async () => {
  const home = await makeStation(platform, { capacityKw: 10 });
  const hybrid = await makeDevice(platform, { stationId: home.id, kind: 'hybrid' });
  // 5 kW of the sun, of which 2 kW go into the battery.
  const readings = Array.from({ length: 25 }, (_, i) => ({
    time: NOON - (24 - i) * 5 * MINUTE,
    values: { 'ac.power': 3000, 'battery.power': -2000 },
  }));
  await store(hybrid.id, readings);
  await telemetry.rollUps.settle();
  await states.flush();
  const { data } = await get(`/stations/${home.id}/energy?grain=day&from=2026-06-21&to=2026-06-21`);
  expect(data.buckets[0].energies.pv).toBeCloseTo(10, 1);
  expect(data.buckets[0].sources.pv).toBe('integral');
  const state = await platform.db
    .selectFrom('stationStates')
    .select(['energyToday', 'energyMonth', 'energyYear'])
    .where('stationId', '=', home.id)
    .executeTakeFirstOrThrow();
  for (const kWh of Object.values(state)) expect(kWh).toBeCloseTo(10, 1);
});

describe('the portfolio', () => {
  test('sums what the caller may see', async () => {
    const { authorization, userId } = await bearerOf('owner');
    await platform.db.updateTable('stations').set({ ownerId: userId }).where('id', '=', station.id).execute();
    await makeStation(platform, { capacityKw: 500 });
    const { data } = await get('/portfolio/overview', authorization);
    expect(data).toMatchObject({
      stations: 1,
      capacityKw: 10,
      power: 6000,
      powerKnown: 1,
      energyToday: 12,
      energyTotal: 1012,
      stationStatuses: { normal: 1, offline: 0 },
      deviceStatuses: { online: 1 },
      stationTypes: { commercial: { stations: 1, capacityKw: 10 } },
      best: [{ id: station.id, hours: 1.2 }],
      worst: [{ id: station.id, hours: 1.2 }],
    });
    platform.clock.set(NOON - 9 * HOUR);
    expect((await get('/portfolio/overview', authorization)).data.worst).toEqual([]);
    platform.clock.set(NOON);
    expect((await get('/portfolio/overview')).data.stations).toBeGreaterThan(1);
    const power = await get('/portfolio/power?hours=1', authorization);
    expect(power.data.power.at(-1)).toBe(6000);
    expect(power.data.reporting.at(-1)).toBe(1);
    const energy = await get('/portfolio/energy?grain=day&from=2026-06-01&to=2026-06-30', authorization);
    expect(energy.data.buckets).toEqual([{ start: '2026-06-21', pv: 12, stations: 1 }]);
  });

  test('is empty for somebody without stations', async () => {
    const { authorization } = await bearerOf('owner');
    expect((await get('/portfolio/overview', authorization)).data).toMatchObject({
      stations: 0,
      power: null,
    });
    const power = await get('/portfolio/power?hours=1', authorization);
    expect(new Set(power.data.power)).toEqual(new Set([null]));
    const energy = await get('/portfolio/energy?grain=month&from=2026-06-01&to=2026-06-30', authorization);
    expect(energy.data.buckets).toEqual([]);
  });

  test("puts each station's day under its own date, on both sides of the date line", async () => {
    const far = await Promise.all(
      [
        { timeZone: 'Pacific/Kiritimati', latitude: 1.9, longitude: -157.4 },
        { timeZone: 'Pacific/Honolulu', latitude: 21.3, longitude: -157.8 },
        { timeZone: 'Pacific/Auckland', latitude: -36.8, longitude: 174.8 },
      ].map((place) => makeStation(platform, place)),
    );
    const { authorization, userId } = await bearerOf('owner');
    for (const [index, one] of far.entries()) {
      await platform.db.updateTable('stations').set({ ownerId: userId }).where('id', '=', one.id).execute();
      const inverter = await makeDevice(platform, { stationId: one.id });
      // From 10:00 to 10:10 on 15 June by the clock of the place.
      const start = Date.UTC(2026, 5, 15, 10) - [14, -10, 12][index]! * HOUR;
      await store(
        inverter.id,
        [0, 5, 10].map((minute) => ({
          time: start + minute * MINUTE,
          values: { 'energy.total': 100 + minute / 10 },
        })),
      );
    }
    await telemetry.rollUps.settle();
    for (const [grain, label] of [
      ['day', '2026-06-15'],
      ['month', '2026-06'],
      ['year', '2026'],
    ]) {
      const { data } = await get(
        `/portfolio/energy?grain=${grain}&from=2026-06-15&to=2026-06-15`,
        authorization,
      );
      expect(data.buckets).toEqual([{ start: label, pv: expect.closeTo(3), stations: 3 }]);
    }
  });
});

test('the live stream brings values over HTTP and is closed to strangers', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/live?stations=${station.id}&devices=${device.id}`;
  const request = httpRequest(url, { headers: { authorization: admin.authorization } });
  request.end();
  const [response] = await once(request, 'response');
  expect(response.headers['content-type']).toContain('text/event-stream');
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk));
  await vi.waitFor(() => expect(text).toContain(': connected'));
  await store(device.id, [{ time: NOON + MINUTE, values: { 'ac.power': 4321 } }]);
  await vi.waitFor(() => {
    expect(text).toContain('"values":{"ac.power":4321}');
    expect(text).toMatch(/"type":"station".*"power":4321/);
  });
  request.destroy();
  const stranger = await server.app.inject({ url: '/api/live' });
  expect(stranger.statusCode).toBe(401);
});
