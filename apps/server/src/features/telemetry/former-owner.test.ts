import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { knownDevice, makeDevice, makeStation } from '../../../test/makers.ts';
import { soleTelemetry } from '../../../test/sole-telemetry.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { openFleet } from '../fleet/index.ts';
import { createExpectedOfDay } from '../expected-power/index.ts';
import { openTelemetryInput, registerTelemetryRoutes } from './index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const input = await openTelemetryInput(platform, fleet);
const telemetry = soleTelemetry(platform, fleet, input);
const expectedOf = createExpectedOfDay({ ...platform, fleet: telemetry.fleet });
await telemetry.rollUps.start();
const { server, someone } = await openApi(platform, (http) =>
  registerTelemetryRoutes(http, telemetry, { ...input, expectedOf }),
);
afterAll(async () => {
  await server.app.close();
  await input.stop();
  await telemetry.stop();
  await fleet.stop();
  await platform.stop();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 12:00 in Madrid in June. */
const NOON = Date.UTC(2026, 5, 21, 10);
platform.clock.set(NOON);
const { get } = await someone('platformAdmin');

test('the next owner of a device reads nothing that it measured before, also while that is not deleted yet', async () => {
  const home = await makeStation(platform, { capacityKw: 10 });
  const sold = await makeDevice(platform, { stationId: home.id });
  const readings = Array.from({ length: 25 }, (_, n) => ({
    time: NOON + (5 * n - 120) * MINUTE,
    values: { 'ac.power': 6000, 'energy.total': 1000 + n / 2, 'own.level': n },
  }));
  await telemetry.fleet.ensure([sold.id]);
  await input.ingest.store(knownDevice(sold), readings, 'mqtt');
  await telemetry.rollUps.settle();
  const hour = `from=${NOON - 2 * HOUR}&to=${NOON + HOUR}`;
  const read = async () => {
    const timesOf = async (resolution: string) =>
      (await get(`/devices/${sold.id}/history?points=ac.power&${hour}&resolution=${resolution}`)).data
        .series[0].times;
    const energy = await get(`/devices/${sold.id}/energy?grain=hour&from=2026-06-21&to=2026-06-21`);
    return {
      raw: (await timesOf('raw')).at(0),
      means: (await timesOf('5m')).at(0),
      hours: energy.data.buckets.map((bucket: { start: string }) => bucket.start),
      latest: (await get(`/devices/${sold.id}/latest`)).data.length,
      ofStation: (await get(`/stations/${home.id}/latest`)).data.devices[0].points.length,
    };
  };
  expect(await read()).toEqual({
    raw: NOON - 2 * HOUR,
    means: NOON - 2 * HOUR,
    hours: ['2026-06-21T10:00', '2026-06-21T11:00'],
    latest: 3,
    ofStation: 3,
  });
  const keptFrom = new Date(NOON - 40 * MINUTE);
  const left = { deviceId: sold.id, sn: sold.sn, freedAt: new Date(NOON - HOUR) };
  await platform.db
    .insertInto('devicesToForget')
    .values({ ...left, keptFrom })
    .execute();
  expect(await read()).toEqual({
    raw: keptFrom.getTime(),
    means: keptFrom.getTime(),
    hours: [],
    latest: 3,
    ofStation: 3,
  });
  await platform.db
    .updateTable('devicesToForget')
    .set({ keptFrom: new Date(NOON + MINUTE) })
    .where('deviceId', '=', sold.id)
    .execute();
  expect(await read()).toEqual({ raw: undefined, means: undefined, hours: [], latest: 0, ofStation: 0 });
});

test('what a device measured for its former owner, also in minutes that no roll-up has seen yet, is in no sum of its new station', async () => {
  const [home, next] = [
    await makeStation(platform, { capacityKw: 10 }),
    await makeStation(platform, { capacityKw: 10 }),
  ];
  const sold = await makeDevice(platform, { stationId: home.id });
  await telemetry.fleet.ensure([sold.id]);
  const from = (minutes: number) => ({
    time: NOON + minutes * MINUTE,
    values: { 'ac.power': 6000, 'energy.total': 500 + minutes / 10 },
  });
  const storeFrom = (first: number) =>
    input.ingest.store(
      knownDevice(sold),
      Array.from({ length: 13 }, (_, n) => from(first + 5 * n)),
      'mqtt',
    );
  await storeFrom(-60);
  const keptFrom = new Date(NOON + 2 * MINUTE);
  const left = { deviceId: sold.id, sn: sold.sn, freedAt: new Date(NOON + MINUTE) };
  await platform.db
    .insertInto('devicesToForget')
    .values({ ...left, keptFrom })
    .execute();
  await platform.db.updateTable('devices').set({ stationId: next.id }).where('id', '=', sold.id).execute();
  await platform.db
    .transaction()
    .execute((trx) => announceChange(trx, { devices: [sold.id], stations: [next.id] }));
  await platform.changes.catchUp();
  platform.clock.set(NOON + HOUR);
  await storeFrom(0);
  await telemetry.rollUps.settle();
  const firsts = async (of: string, time: string) => {
    const { t = [] } = await platform.samples.columns(
      `SELECT toUnixTimestamp(min(${time})) AS t FROM ${of}`,
      {},
    );
    return Number(t[0]) * 1000;
  };
  expect(await firsts(`energy WHERE subject = 'station' AND grain = '5m' AND id = ${next.id}`, 'start')).toBe(
    NOON + 5 * MINUTE,
  );
  expect(await firsts(`station_power_5m WHERE station = ${next.id} AND pv > 0`, 'bucket')).toBe(
    NOON + 5 * MINUTE,
  );
  platform.clock.set(NOON);
});
