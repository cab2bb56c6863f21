import type { StationForecast } from '@sunfleet/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createWeather } from '../weather/index.ts';
import { makeForecasts, measureForecasts, registerForecastsRoutes } from './index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A midnight in Madrid, where makers put their stations. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const weather = createWeather(platform);
const { server, someone } = await openApi(platform, (http) => registerForecastsRoutes(http, kit.fleet));
afterAll(async () => {
  await server.app.close();
  await kit.stop();
});
beforeEach(async () => {
  await platform.db.deleteFrom('stationForecasts').execute();
  await platform.db.deleteFrom('forecastDays').execute();
});

const never = new AbortController().signal;
const make = () => makeForecasts({ ...platform, fleet: kit.fleet, weather }, never);
const measure = () => measureForecasts({ ...platform, fleet: kit.fleet }, never);
const read = async (id: number): Promise<StationForecast> =>
  (await (await someone('platformAdmin')).get(`/stations/${id}/forecast`)).data;

/** A bell from 7 to 21 o'clock of a local day. */
const bell = (hour: number, most: number) =>
  hour < 7 || hour > 21 ? 0 : most * Math.sin(((hour - 7) / 14) * Math.PI);

/** A station of 10 kWp with days up to today that each had so much power at most, and 500 W of consumption. */
async function stationOf(
  tops: readonly number[],
  until = MIDNIGHT + DAY,
  { sheet }: { sheet?: Record<string, number> } = {},
) {
  platform.clock.set(until);
  const station = await makeStation(platform, { capacityKw: 10 });
  if (sheet) {
    const sandia = { Paco: 1e4, Pdco: 1e4, Vdco: 600, Pso: 0, C0: 0, C1: 0, C2: 0, C3: 0, Pnt: 0, ...sheet };
    const array = { name: 'A', tilt: 30, azimuth: 180, module: { power: 400 }, quantity: 25, series: 5 };
    const type = { componentId: 1, model: 'X', acPower: 10_000, sandia };
    const version = {
      from: null,
      arrays: [array],
      inverters: [{ name: 'WR', type, inputs: [] }],
      horizon: null,
    };
    await platform.db
      .insertInto('stationDesigns')
      .values({ stationId: station.id, versions: JSON.stringify([version]), revision: 1 })
      .execute();
  }
  const inverter = await makeDevice(platform, { stationId: station.id });
  const meter = await makeDevice(platform, { stationId: station.id, kind: 'meter', meterRole: 'load' });
  await kit.fleet.ensure([inverter.id, meter.id]);
  for (const [age, top] of tops.entries()) {
    const start = MIDNIGHT - (tops.length - 1 - age) * DAY;
    const steps = Array.from({ length: 288 }, (_, step) => step).filter(
      (step) => start + step * 300_000 < until,
    );
    await kit.store(
      inverter,
      steps.map((step) => ({ time: start + step * 300_000, values: { 'ac.power': bell(step / 12, top) } })),
    );
    await kit.store(
      meter,
      steps.map((step) => ({ time: start + step * 300_000, values: { 'meter.power': 500 } })),
    );
  }
  await kit.rollUps.settle();
  return station;
}

test('in the evening the next day is forecast once, by the clear sky and the days before', async () => {
  const { id } = await stationOf([6000, 2000, 6000, 2000, 4000], MIDNIGHT + 19 * HOUR);
  await make();
  await make();
  const rows = await platform.db.selectFrom('stationForecasts').selectAll().execute();
  expect(rows.filter(({ stationId }) => stationId === id)).toMatchObject([
    { day: '2026-06-22', source: 'persistence' },
  ]);
  const { tomorrow, skill } = await read(id);
  expect(tomorrow!.times).toHaveLength(48);
  const noon = tomorrow!.p50[28]!;
  expect(noon).toBeGreaterThan(3000);
  expect(noon).toBeLessThan(5000);
  expect(tomorrow!.p10[28]).toBeLessThan(noon);
  expect(tomorrow!.p90[28]).toBeGreaterThan(noon);
  expect([tomorrow!.p50[2], tomorrow!.isOwnRange]).toEqual([0, false]);
  expect(tomorrow!.energy).toBeGreaterThan(25);
  expect(skill).toEqual({ days: 0, dayAhead: null, hourAhead: null });
});

test('what is left of today follows how the day went so far', async () => {
  const { id } = await stationOf([4000, 4000, 4000, 4000, 4000], MIDNIGHT - 4 * HOUR);
  await make();
  const before = platform.clock.now();
  expect(before).toBeLessThan(MIDNIGHT);
  platform.clock.set(MIDNIGHT + 12 * HOUR);
  const plain = (await read(id)).today!;
  expect(plain.times[0]).toBe(MIDNIGHT + 12 * HOUR);
  expect(plain.times).toHaveLength(24);
  const inverter = (
    await platform.db.selectFrom('devices').selectAll().where('stationId', '=', id).execute()
  )[0]!;
  await kit.store(
    inverter,
    Array.from({ length: 24 }, (_, step) => ({
      time: MIDNIGHT + 10 * HOUR + step * 300_000,
      values: { 'ac.power': 400 },
    })),
  );
  await kit.rollUps.settle();
  const dull = (await read(id)).today!;
  expect(dull.p50[0]).toBeLessThan(plain.p50[0]! / 3);
  expect(dull.p50[16]! / plain.p50[16]!).toBeGreaterThan(0.9);
});

test('a day that is over is measured against persistence, kept, and its forecast is gone', async () => {
  const { id } = await stationOf([6000, 2000, 6000, 2000], MIDNIGHT - 4 * HOUR);
  await make();
  platform.clock.set(MIDNIGHT + 12 * HOUR);
  await measure();
  expect(await platform.db.selectFrom('forecastDays').selectAll().execute()).toEqual([]);
  const [inverter] = await platform.db
    .selectFrom('devices')
    .selectAll()
    .where('stationId', '=', id)
    .execute();
  platform.clock.set(MIDNIGHT + DAY + 3 * HOUR);
  await kit.store(
    inverter!,
    Array.from({ length: 288 }, (_, step) => ({
      time: MIDNIGHT + step * 300_000,
      values: { 'ac.power': bell(step / 12, 4000) },
    })),
  );
  await kit.rollUps.settle();
  await measure();
  await measure();
  const days = await platform.db.selectFrom('forecastDays').selectAll().where('stationId', '=', id).execute();
  expect(days).toMatchObject([{ day: '2026-06-21', source: 'persistence' }]);
  expect(days[0]!.errors).toHaveLength(48);
  const { skill } = await read(id);
  expect(skill.days).toBe(1);
  expect(skill.dayAhead).toBeGreaterThan(0.5);
  const left = await platform.db
    .selectFrom('stationForecasts')
    .selectAll()
    .where('stationId', '=', id)
    .execute();
  expect(left).toEqual([]);
});

test('surplus is what exceeds the usual consumption by what a car needs', async () => {
  const { id } = await stationOf([4000, 4000, 4000, 4000, 4000], MIDNIGHT + 19 * HOUR);
  await make();
  const { surplus } = (await read(id)).tomorrow!;
  expect(surplus).toHaveLength(1);
  const [{ from, to }] = surplus as [{ from: number; to: number }];
  expect([(from - MIDNIGHT - DAY) / HOUR, (to - MIDNIGHT - DAY) / HOUR]).toEqual([9.5, 19]);
});

test('a battery is let run through today and tomorrow, and the house uses more of the roof with it', async () => {
  const { id } = await stationOf([4000, 4000, 4000, 4000, 4000], MIDNIGHT + 19 * HOUR);
  await make();
  const without = await read(id);
  expect(without.battery).toBeNull();
  // Fourteen hours of half a kilowatt.
  expect(without.tomorrow!.selfUse).toBeGreaterThan(6);
  expect(without.tomorrow!.selfUse).toBeLessThan(7.5);
  await platform.db.updateTable('stations').set({ batteryKwh: 8 }).where('id', '=', id).execute();
  expect((await read(id)).tomorrow).toMatchObject({ selfUse: null });
});

test('a station without power has no forecast', async () => {
  const { id } = await stationOf([]);
  await make();
  expect(await read(id)).toMatchObject({ today: null, tomorrow: null });
});

test('a data sheet that gives no number makes no forecast, and others have theirs', async () => {
  const until = MIDNIGHT - 4 * HOUR;
  const made = async (id: number) =>
    (await platform.db.selectFrom('stationForecasts').select('stationId').execute()).some(
      ({ stationId }) => stationId === id,
    );
  const bad = await stationOf([6000, 6000, 6000, 6000], until, { sheet: { Pso: 1e300 } });
  const good = await stationOf([6000, 6000, 6000, 6000], until);
  const times = Array.from({ length: 96 }, (_, hour) => MIDNIGHT - DAY + hour * HOUR);
  const of = (value: (hour: number) => number) => times.map((_, hour) => value(hour % 24));
  const ghi = of((hour) => bell(hour, 900));
  const dhi = ghi.map((light) => light / 2);
  const hours = { times, ghi, dni: dhi, dhi, tempAir: of(() => 20), windSpeed: of(() => 2) };
  const told = { at: async () => ({ hours }) } as never;
  await makeForecasts({ ...platform, fleet: kit.fleet, weather: told }, never);
  expect([await made(bad.id), await made(good.id)]).toEqual([false, true]);
});

test('a clear sky of next to nothing keeps no forecast from being measured', async () => {
  const until = MIDNIGHT - 4 * HOUR;
  const tops = [6000, 6000, 6000, 6000];
  const bad = await stationOf(tops, until, { sheet: { Paco: 1e-60 } });
  const good = await stationOf(tops, until);
  const forecast = Array.from({ length: 48 }, () => 1000);
  const row = { day: '2026-06-21', madeAt: new Date(until), source: 'persistence' as const, forecast };
  const ids = [bad.id, good.id];
  await platform.db
    .insertInto('stationForecasts')
    .values(ids.map((stationId) => ({ ...row, stationId })))
    .execute();
  platform.clock.set(MIDNIGHT + DAY + 3 * HOUR);
  const devices = await platform.db
    .selectFrom('devices')
    .selectAll()
    .where('stationId', 'in', ids)
    .where('kind', '=', 'inverter')
    .execute();
  for (const device of devices)
    await kit.store(
      device,
      Array.from({ length: 288 }, (_, step) => ({
        time: MIDNIGHT + step * 300_000,
        values: { 'ac.power': bell(step / 12, 4000) },
      })),
    );
  await kit.rollUps.settle();
  await measure();
  const kept = await platform.db.selectFrom('forecastDays').select('stationId').execute();
  expect(kept).toEqual([{ stationId: good.id }]);
  expect(await platform.db.selectFrom('stationForecasts').selectAll().execute()).toEqual([]);
});

test('stations of their own zone that all measure next to nothing keep no forecast of others from being measured', async () => {
  const day = '2026-06-21';
  const forecast = Array.from({ length: 48 }, () => 0);
  const zoned = { timeZone: 'Pacific/Chatham', latitude: -44, longitude: -176.5, capacityKw: 1000 };
  const stations = [
    await makeStation(platform, zoned),
    await makeStation(platform, zoned),
    await makeStation(platform, { capacityKw: 10 }),
  ];
  const powers = [1e-40, 1e-40, 4000];
  platform.clock.set(MIDNIGHT + DAY + 3 * HOUR);
  for (const [place, { id: stationId }] of stations.entries()) {
    const device = await makeDevice(platform, { stationId });
    await kit.fleet.ensure([device.id]);
    await kit.store(
      device,
      Array.from({ length: 288 }, (_, step) => ({
        time: MIDNIGHT + (step - 144) * 300_000,
        values: { 'ac.power': powers[place]! },
      })),
    );
  }
  await kit.rollUps.settle();
  const row = { day, madeAt: new Date(MIDNIGHT - DAY), source: 'persistence' as const, forecast };
  await platform.db
    .insertInto('stationForecasts')
    .values(stations.map(({ id: stationId }) => ({ ...row, stationId })))
    .execute();
  await measure();
  const kept = await platform.db
    .selectFrom('forecastDays')
    .select('stationId')
    .orderBy('stationId')
    .execute();
  expect(kept.map(({ stationId }) => stationId)).toEqual(stations.map(({ id }) => id));
  expect(await platform.db.selectFrom('stationForecasts').selectAll().execute()).toEqual([]);
});
