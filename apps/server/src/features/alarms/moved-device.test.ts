import { afterAll, expect, test } from 'vitest';
import { openAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { pointByKey } from '@sunfleet/device-model';
import { endAlarmsOf } from '../devices/end-alarms-of.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const { put, mintDevice, start, rowsOf } = openAlarms(platform);

const MINUTE = 60_000;
const code = pointByKey('alarm.code')!.id;

/** A device that tells a code, and where it stands. */
async function faulty() {
  const device = await mintDevice();
  const tell = (time: number, value: number) =>
    platform.bus.publish('stored', {
      length: 1,
      devices: Uint32Array.of(device.id),
      points: Uint32Array.of(code),
      times: Float64Array.of(time),
      values: Float64Array.of(value),
    });
  return { device, tell };
}

/** Ends its alarms, as whatever takes a device out of its station does. */
const endAll = (deviceId: number) =>
  platform.db.transaction().execute((trx) => endAlarmsOf(trx, platform, [deviceId]));

test('an alarm stays where it stood when its device goes to somebody else, who is told what it tells then', async () => {
  const { alarms } = await start();
  const { device, tell } = await faulty();
  const began = platform.clock.now();
  await tell(began, 17);
  await alarms.flush();
  platform.clock.advance(10 * MINUTE);
  const left = platform.clock.now();
  await endAll(device.id);
  put({ ...device, stationId: null });
  await alarms.flush();
  platform.clock.advance(10 * MINUTE);
  const { id: stationId } = await makeStation(platform);
  put({ ...device, stationId, measuredSince: platform.clock.now() });
  await alarms.flush();
  const former = { stationId: device.stationId, beganAt: new Date(began), recoveredAt: new Date(left) };
  expect(await rowsOf(device)).toMatchObject([former]);
  platform.clock.advance(MINUTE);
  const again = platform.clock.now();
  await tell(again, 17);
  await alarms.flush();
  const next = { code: '17', stationId, beganAt: new Date(again) };
  expect(await rowsOf(device)).toMatchObject([former, { ...next, recoveredAt: null }]);
  await tell(again + 1000, 0);
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([former, { ...next, recoveredAt: new Date(again + 1000) }]);
});

test('an alarm that lasts begins anew at another station of its owner, and stays over at the former one', async () => {
  const { alarms } = await start();
  const { device, tell } = await faulty();
  const began = platform.clock.now();
  await tell(began, 17);
  await alarms.flush();
  platform.clock.advance(10 * MINUTE);
  const moved = platform.clock.now();
  await endAll(device.id);
  const { id: stationId } = await makeStation(platform);
  put({ ...device, stationId });
  await alarms.flush();
  await alarms.flush();
  expect(await rowsOf(device)).toMatchObject([
    { stationId: device.stationId, beganAt: new Date(began), recoveredAt: new Date(moved) },
    { stationId, beganAt: new Date(moved), recoveredAt: null },
  ]);
});

test('an alarm that comes and goes is reopened at the station of before alone', async () => {
  const { alarms } = await start();
  const { device, tell } = await faulty();
  for (const value of [8, 0, 8, 0]) {
    await tell(platform.clock.now(), value);
    await alarms.flush();
    platform.clock.advance(MINUTE);
  }
  const before = await rowsOf(device);
  const { id: stationId } = await makeStation(platform);
  put({ ...device, stationId });
  await tell(platform.clock.now(), 8);
  await alarms.flush();
  const rows = await rowsOf(device);
  expect(rows.filter((row) => row.stationId === device.stationId)).toEqual(before);
  expect(rows.filter((row) => row.stationId === stationId)).toMatchObject([{ code: '8', recoveredAt: null }]);
});
