import { dayRange } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { expectPower } from '../expected-power/index.ts';
import { fleetOfTest } from '../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { registerAlarmsRoutes } from '../alarms/index.ts';
import { askForWaiting, countAlarmLosses } from './index.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const { db, clock } = platform;
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
const { server, someone } = await openApi(platform, registerAlarmsRoutes);
afterAll(async () => {
  await server.app.close();
  await kit.stop();
});

const HOUR = 3_600_000;
const FIVE = 5 * 60_000;
const MIDNIGHT = dayRange('2026-06-21', 'Europe/Madrid').start;
const signal = new AbortController().signal;
const count = () => countAlarmLosses({ ...platform, fleet: kit.fleet }, signal);

const computeExpected = () => expectPower(parts, signal);

const light = (hour: number) => 900 * Math.max(0, Math.sin(((hour - 7) / 14.5) * Math.PI));

/** A day of two inverters of 10 kW with a sensor of light; the first one stands from 12 to 14 o'clock. */
async function plant({
  withSensor = true,
  isExpected = true,
  ...place
}: { withSensor?: boolean; isExpected?: boolean; latitude?: number; organisationId?: number } = {}) {
  clock.set(MIDNIGHT + 22 * HOUR);
  const station = await makeStation(platform, {
    capacityKw: 20,
    gridType: 'fullFeedIn',
    currency: 'EUR',
    priceFeedIn: 0.1,
    ...place,
  });
  const stationId = station.id;
  const logger = await makeDevice(platform, { stationId, kind: 'logger' });
  const broken = await makeDevice(platform, { stationId, ratedPower: 10_000, parentId: logger.id });
  const well = await makeDevice(platform, { stationId, ratedPower: 10_000, parentId: logger.id });
  const sensor = await makeDevice(platform, { stationId, kind: 'weather' });
  await kit.fleet.ensure([logger.id, broken.id, well.id, sensor.id]);
  const times = Array.from({ length: 264 }, (_, step) => MIDNIGHT + step * FIVE);
  for (const device of [broken, well]) {
    let total = 1000;
    const readings = times.map((time) => {
      const hour = (time - MIDNIGHT) / HOUR;
      const power = device === broken && hour >= 12 && hour < 14 ? 0 : light(hour) * 8;
      total += power / 12_000;
      return { time, values: { 'ac.power': power, 'energy.total': total } };
    });
    await kit.store(device, readings);
  }
  if (withSensor)
    await kit.store(
      sensor,
      times.map((time) => ({
        time,
        values: { 'irradiance.poa': light((time - MIDNIGHT) / HOUR), 'temp.ambient': 20 },
      })),
    );
  await kit.rollUps.settle();
  if (isExpected) await computeExpected();
  return { stationId, logger, broken, well, sensor };
}

async function raise(
  device: { id: number; stationId: number | null },
  { from, to, code = 'F1' }: { from: number; to: number | null; code?: string },
) {
  const { id } = await db
    .insertInto('alarms')
    .values({
      stationId: device.stationId,
      deviceId: device.id,
      type: 'deviceFault',
      code,
      level: 'general',
      textKey: 'faults.platform.code',
      beganAt: new Date(MIDNIGHT + from * HOUR),
      lastSeenAt: new Date(MIDNIGHT + from * HOUR),
      recoveredAt: to === null ? null : new Date(MIDNIGHT + to * HOUR),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const lossOf = (id: number) =>
  db
    .selectFrom('alarms')
    .select(['lost', 'lostShare', 'lostAmount', 'lostCurrency', 'lossDueAt', 'irradiance'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What the model expects of the whole station within hours of the day, Wh. */
async function expectedWithin(station: number, from: number, to: number): Promise<number> {
  const [row] = await platform.samples.query<{ wh: number }>(
    `SELECT sum(p50) / 12 AS wh FROM expected_power_5m FINAL WHERE station = {station:UInt32}
       AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')`,
    { station, from: (MIDNIGHT + from * HOUR) / 1000, to: (MIDNIGHT + to * HOUR) / 1000 },
  );
  return row!.wh;
}

test('an alarm lost its part of what the station should have given while it stood, at the price of the day', async () => {
  const { stationId, broken } = await plant();
  const id = await raise(broken, { from: 12, to: 14 });
  await count();
  const loss = await lossOf(id);
  const expected = (await expectedWithin(stationId, 12, 14)) / 2;
  expect(expected).toBeGreaterThan(10_000);
  // The counter tells the five minutes before each reading: one of 24 steps gave something.
  expect(Math.abs(loss.lost! - expected) / expected).toBeLessThan(0.05);
  expect(loss.lostShare).toBeCloseTo(loss.lost!, 3);
  expect(loss.irradiance).toBeCloseTo(light(12), -2);
  expect(loss).toMatchObject({ lostCurrency: 'EUR', lostAmount: Math.round((loss.lost! / 1000) * 10) });
  // Once more when the day is settled, and never again.
  expect(loss.lossDueAt!.getTime()).toBeGreaterThan(clock.now());
  clock.set(MIDNIGHT + 39 * HOUR);
  await count();
  expect((await lossOf(id)).lossDueAt).toBeNull();
});

test('what alarms of an inverter and of its logger share is divided between them', async () => {
  const { logger, broken } = await plant();
  const own = await raise(broken, { from: 12, to: 14 });
  const above = await raise(logger, { from: 12, to: 14, code: 'offline' });
  await count();
  const [one, two] = [await lossOf(own), await lossOf(above)];
  expect(two.lost).toBeGreaterThan(10_000);
  expect(one.lostShare! / one.lost!).toBeCloseTo(0.5, 2);
});

test('without light that is known, and of what makes no power, no loss is told', async () => {
  // Without neighbours that tell it.
  const dark = await plant({ withSensor: false, latitude: 10 });
  const blind = await raise(dark.broken, { from: 12, to: 14 });
  const { sensor } = await plant();
  const ofSensor = await raise(sensor, { from: 12, to: 14 });
  await count();
  for (const id of [blind, ofSensor])
    expect(await lossOf(id)).toMatchObject({ lost: null, lostAmount: null });
  expect((await lossOf(blind)).irradiance).toBeNull();
});

test('an alarm that stands is counted on, and one that changed is counted again', async () => {
  const { broken } = await plant();
  const id = await raise(broken, { from: 13, to: null });
  await count();
  const first = await lossOf(id);
  expect(first.lost).toBeGreaterThan(1000);
  expect(first.lossDueAt!.getTime()).toBeGreaterThan(clock.now());
  await db
    .updateTable('alarms')
    .set({ beganAt: new Date(MIDNIGHT + 12 * HOUR), lossDueAt: new Date(0) })
    .where('id', '=', id)
    .execute();
  await count();
  expect((await lossOf(id)).lost).toBeGreaterThan(first.lost! * 1.5);
});

test('an alarm that stands is counted as soon as it is computed what its station should have given', async () => {
  const asked = () => sql`SELECT 1 FROM jobs.job WHERE name = 'alarms.countLosses'`.execute(db);
  const { stationId, broken } = await plant({ isExpected: false });
  const computedUntil = new Date(MIDNIGHT + 12 * HOUR);
  await db.insertInto('expectedStations').values({ stationId, computedUntil }).execute();
  const id = await raise(broken, { from: 13, to: null });
  await count();
  expect((await lossOf(id)).lost).toBeNull();
  await askForWaiting(db);
  expect((await asked()).rows).toEqual([]);
  await computeExpected();
  await askForWaiting(db);
  expect((await asked()).rows).toHaveLength(1);
  await count();
  expect((await lossOf(id)).lost).toBeGreaterThan(1000);
});

test('what a rule would have cost is what an alarm that stood as long did', async () => {
  clock.set(MIDNIGHT + 22 * HOUR);
  const admin = await someone('organisationAdmin');
  const { stationId, broken } = await plant({ organisationId: admin.organisationId! });
  const rule = { name: 'Stands', level: 'general', raise: 'ac.power < 10 W and sun > 30°', consecutive: 1 };
  const cost = (await admin.post('/alarm-rules/cost', { ...rule, stationIds: [stationId] })).data;
  const id = await raise(broken, { from: 12, to: 14 });
  await count();
  const { lost } = await lossOf(id);
  expect(cost).toMatchObject({ alarms: 1, devices: 1, stations: [{ id: stationId, alarms: 1 }] });
  expect(cost.hours).toBeCloseTo(2, 0);
  expect(Math.abs(cost.lost * 1000 - lost!) / lost!).toBeLessThan(0.1);
  expect(cost.stations[0].lost).toBe(cost.lost);
  const others = await someone('organisationAdmin');
  const hidden = (await others.post('/alarm-rules/cost', { ...rule, stationIds: [stationId] })).data;
  expect(hidden).toEqual({ alarms: 0, hours: 0, devices: 0, lost: null, stations: [] });
  expect((await admin.post('/alarm-rules/cost', rule)).error).toBe('invalidInput');
});

test('an alarm of the past is counted once what its station should have given is computed', async () => {
  const { broken } = await plant({ isExpected: false });
  const id = await raise(broken, { from: 12, to: 14 });
  clock.set(MIDNIGHT + 96 * HOUR);
  await count();
  expect((await lossOf(id)).lost).toBeNull();
  await count();
  expect((await lossOf(id)).lost).toBeNull();
  await computeExpected();
  await count();
  const { lost, lossDueAt } = await lossOf(id);
  expect(lost).toBeGreaterThan(10_000);
  expect(lossDueAt).toBeNull();
});
