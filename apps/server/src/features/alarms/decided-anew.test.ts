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
const { create, drop, mintDevice, put, start, store, rowsOf } = kit;
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

/** Puts a word into the table of newest values. */
const isNewest = ({ id: device }: { id: number }, word: { time: number; value: number }) =>
  platform.samples.insertRows('latest', [{ device, point: faultPointId('alarm.code'), ...word }]);

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
  await isNewest(device, { time: now - SECOND, value: 0 });
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

test('what late data tells goes on where it stands in the store, and is no alarm where it is gone', async () => {
  const { alarms } = await start();
  const [goesOn, isGone] = [await mintDevice(), await mintDevice()];
  const now = platform.clock.now();
  for (const device of [goesOn, isGone]) {
    await store(device, now, 0);
    await store(device, now - 600 * SECOND, 5);
    await alarms.flush();
    await isNewest(device, { time: now, value: 0 });
  }
  await platform.samples.command(`DELETE FROM samples WHERE device = ${isGone.id}`);
  await decideAnew(goesOn, isGone);
  for (const device of [goesOn, isGone]) await store(device, now - 300 * SECOND, 0);
  await alarms.flush();
  expect(await timesOf(goesOn)).toEqual([['5', now - 600 * SECOND, now - 300 * SECOND]]);
  expect(await timesOf(isGone)).toEqual([]);
});

test('what late data of a device told is written where another server decides over it from now on', async () => {
  const { alarms } = await start();
  const device = await mintDevice();
  const now = platform.clock.now();
  await store(device, now, 0);
  await store(device, now - 600 * SECOND, 5);
  await store(device, now - 300 * SECOND, 5);
  await alarms.flush();
  drop(device);
  await alarms.flush();
  expect(await timesOf(device)).toEqual([['5', now - 600 * SECOND, now - 300 * SECOND]]);
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

test('a stop waits for devices that are being decided anew', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  let holds = false;
  const columns: SamplesDb['columns'] = async (...of) => {
    if (holds) ask();
    if (holds) await answered;
    return platform.samples.columns(...of);
  };
  const alarms = create({ samples: { ...platform.samples, columns } });
  await alarms.start();
  const device = await mintDevice();
  holds = true;
  const order: string[] = [];
  const taking = decideAnew(device).then(() => order.push('decided anew'));
  await asked;
  const stopping = alarms.stop().then(() => order.push('stopped'));
  // Far more than a stop asks the database.
  for (let asks = 0; asks < 200; asks += 1)
    await platform.db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
  answer();
  await Promise.all([taking, stopping]);
  expect(order).toEqual(['decided anew', 'stopped']);
});
