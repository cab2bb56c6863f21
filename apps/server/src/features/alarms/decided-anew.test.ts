import type { AlarmType } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openStoringAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { deviceLive, makeDevice, makeStation } from '../../../test/makers.ts';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { faultPointId } from './fault-words.ts';
import { GRACE_MS, HOLD_MS } from './offline-watch.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const kit = await openStoringAlarms(platform);
const { create, mintDevice, put, start, store, rowsOf } = kit;
afterAll(async () => {
  await kit.stop();
  await platform.stop();
});

const SECOND = 1000;

const decideAnew = (...devices: { id: number }[]) =>
  platform.bus.publish('latestMended', { deviceIds: devices.map(({ id }) => id) });

const timesOf = async (device: { id: number }) =>
  (await rowsOf(device)).map(({ code, beganAt, recoveredAt }) => [
    code,
    beganAt.getTime(),
    recoveredAt && recoveredAt.getTime(),
  ]);

/** Puts an alarm that stands into the store. */
async function stand(
  { id: deviceId, stationId }: { id: number; stationId: number | null },
  alarm: { type: AlarmType; code: string; textKey: string },
): Promise<void> {
  const now = new Date(platform.clock.now());
  const row = { deviceId, stationId, level: 'general', beganAt: now, lastSeenAt: now, ...alarm } as const;
  await platform.db.insertInto('alarms').values(row).execute();
}

test('what was decided and not written yet is kept, and ends by what is told next', async () => {
  const { alarms } = await start();
  const device = await mintDevice();
  const now = platform.clock.now();
  await store(device, now, 5);
  await decideAnew(device);
  expect(await timesOf(device)).toEqual([['5', now, null]]);
  await store(device, now + SECOND, 0);
  await alarms.flush();
  expect(await timesOf(device)).toEqual([['5', now, now + SECOND]]);
});

test('words of the store that are older than an alarm do not end it', async () => {
  const { alarms } = await start();
  const device = await mintDevice();
  const now = platform.clock.now();
  await platform.samples.insertRows('latest', [
    { device: device.id, point: faultPointId('alarm.code'), time: now - SECOND, value: 0 },
  ]);
  await store(device, now, 5);
  await alarms.flush();
  await decideAnew(device);
  await alarms.flush();
  expect(await timesOf(device)).toEqual([['5', now, null]]);
});

test('a store that is away is waited for', async () => {
  let isAway = false;
  const columns: SamplesDb['columns'] = async (...of) => {
    if (!isAway) return platform.samples.columns(...of);
    isAway = false;
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  };
  const alarms = create({ samples: { ...platform.samples, columns } });
  await alarms.start();
  const device = await mintDevice();
  const now = platform.clock.now();
  await stand(device, { type: 'deviceFault', code: '7', textKey: 'faults.common.hardware' });
  isAway = true;
  await decideAnew(device);
  await store(device, now + SECOND, 0);
  await alarms.flush();
  await alarms.stop();
  expect(await timesOf(device)).toEqual([['7', now, now + SECOND]]);
});

test('alarms of devices that another server decides over stay as they are', async () => {
  const { alarms } = await start();
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  const code = 'implausiblePower';
  await stand(device, { type: code, code, textKey: 'faults.platform.implausiblePower' });
  await decideAnew(device);
  platform.clock.advance(10 * 60_000);
  await alarms.tick();
  expect((await rowsOf(device)).map(({ recoveredAt }) => recoveredAt)).toEqual([null]);
});

test('a device that is silent and waits for its time is told of all the same', async () => {
  const { alarms } = await start();
  const logger = await mintDevice({ kind: 'logger' });
  const lastDataAt = platform.clock.now();
  const { id: deviceId, stationId } = logger;
  platform.bus.publish(
    'deviceState',
    deviceLive({ deviceId, stationId, status: 'offline', lastDataAt, lastSeenAt: lastDataAt }),
  );
  await decideAnew(logger);
  platform.clock.advance(GRACE_MS + HOLD_MS);
  await alarms.tick();
  expect(await rowsOf(logger)).toMatchObject([
    { type: 'offline', beganAt: new Date(lastDataAt), recoveredAt: null },
  ]);
});

test('what a device told for its former owner is decided over for nobody', async () => {
  const { alarms } = await start();
  const device = await mintDevice();
  const now = platform.clock.now();
  put({ ...device, measuredSince: now });
  await store(device, now - 600 * SECOND, 5);
  await alarms.flush();
  await store(device, now, 0);
  await store(device, now - 300 * SECOND, 6);
  platform.clock.advance(2 * 60_000);
  await alarms.tick();
  expect(await timesOf(device)).toEqual([]);
});
