import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { knownDevice, makeDevice } from '../../../../test/makers.ts';
import type { KnownDevice } from '../../../platform/ingest.ts';
import { openPointRegistry } from '../points/point-registry.ts';
import { createIngest } from './create-ingest.ts';

const platform = await testPlatform();
// ClickHouse drops marks that are a week old by its own clock.
platform.clock.set(Date.now());
const points = await openPointRegistry(platform);
const ingest = createIngest(platform, points);
afterAll(async () => {
  await ingest.stop();
  await platform.stop();
});

async function mintDevice(): Promise<KnownDevice> {
  const { id, sn } = await makeDevice(platform);
  return knownDevice({ id, sn });
}

const storedOf = (device: number) =>
  platform.samples.query<{ point: number; time: number; value: number }>(
    'SELECT point, toUnixTimestamp64Milli(time) AS time, value FROM samples FINAL WHERE device = {device:UInt32} ORDER BY time, point',
    { device },
  );

test('readings are in the store when the call resolves, and announced', async () => {
  const device = await mintDevice();
  const announced: number[][] = [];
  const end = platform.bus.subscribe('stored', (block) => {
    announced.push([...block.devices.subarray(0, block.length)]);
  });
  const now = platform.clock.now();
  await ingest.store(
    device,
    [
      { time: now - 1000, values: { 'ac.power': 1200.5, 'energy.total': 7 } },
      { time: now, values: { 'ac.power': -3 } },
    ],
    'mqtt',
  );
  end();
  expect(await storedOf(device.id)).toEqual([
    { point: 1, time: now - 1000, value: 1200.5 },
    { point: 101, time: now - 1000, value: 7 },
    { point: 1, time: now, value: -3 },
  ]);
  expect(announced.flat().filter((id) => id === device.id)).toHaveLength(3);
});

test('what is sent twice is stored once', async () => {
  const device = await mintDevice();
  const reading = { time: platform.clock.now(), values: { 'ac.power': 5 } };
  await ingest.store(device, [reading], 'mqtt');
  await ingest.store(device, [reading, reading], 'mqtt');
  expect(await storedOf(device.id)).toEqual([{ point: 1, time: reading.time, value: 5 }]);
});

test.each([
  ['a time of 1970', { time: 1000, values: { 'ac.power': 1 } }, { key: 'timeOutOfRange' }],
  ['a time far ahead', { time: Date.UTC(2099, 0), values: { 'ac.power': 1 } }, { key: 'timeOutOfRange' }],
  ['a time that is none', { time: Number.NaN, values: { 'ac.power': 1 } }, { key: 'timeOutOfRange' }],
  [
    'NaN',
    { values: { 'pv1.power': Number.NaN } },
    { key: 'numberOutOfRange', values: { field: 'pv1.power' } },
  ],
  ['an overflow', { values: { 'ac.power': Number.POSITIVE_INFINITY } }, { key: 'numberOutOfRange' }],
  ['what no sum could hold', { values: { 'ac.power': -1.7e308 } }, { key: 'numberOutOfRange' }],
  ['a key that is none', { values: { 'no key!': 1 } }, { key: 'unknownPoint', values: { key: 'no key!' } }],
])('%s is refused, and nothing of the call is stored', async (_, bad, error) => {
  const device = await mintDevice();
  const good = { time: platform.clock.now(), values: { 'ac.power': 1 } };
  await expect(ingest.store(device, [good, { ...good, ...bad }], 'mqtt')).rejects.toMatchObject(error);
  expect(await storedOf(device.id)).toEqual([]);
});

test('custom points are kept under their own key up to the limit, then refused by name', async () => {
  const device = await mintDevice();
  const values = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`fan.n${n}.speed`, n]));
  await ingest.store(device, [{ time: platform.clock.now(), values }], 'http');
  const stored = await storedOf(device.id);
  expect(stored.map(({ point }) => points.keyOf(point)).toSorted()).toEqual(Object.keys(values).toSorted());
  const more = { time: platform.clock.now(), values: { 'ac.power': 1, 'fan.oneMore': 1 } };
  await expect(ingest.store(device, [more], 'http')).rejects.toMatchObject({
    key: 'tooManyPoints',
    values: { key: 'fan.oneMore' },
  });
  const other = await mintDevice();
  await ingest.store(other, [more], 'http');
  expect((await storedOf(other.id)).map(({ point }) => points.keyOf(point))).toEqual([
    'ac.power',
    'fan.oneMore',
  ]);
});

test('custom points are known again after a restart, and the limit still holds when messages race', async () => {
  const device = await mintDevice();
  const keys = Array.from({ length: 230 }, (_, n) => `race.k${n}`);
  const results = await Promise.allSettled(keys.map(async (key) => ingest.pointId(device, key)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
  const again = await openPointRegistry(platform);
  const known = keys.filter((key) => again.knownId(device.id, key) !== undefined);
  expect(known).toHaveLength(200);
});

test('late samples leave a mark before they are acknowledged', async () => {
  const device = await mintDevice();
  const late = platform.clock.now() - 3 * 86_400_000;
  await ingest.store(device, [{ time: late, values: { 'ac.power': 1 } }], 'http');
  const marks = await platform.samples.query(
    'SELECT toUnixTimestamp64Milli(from) AS from, toUnixTimestamp64Milli(to) AS to FROM late_marks WHERE device = {device:UInt32}',
    { device: device.id },
  );
  expect(marks).toEqual([{ from: late, to: late }]);
});

test('a history over many years is one block', async () => {
  const device = await mintDevice();
  const readings = Array.from({ length: 150 }, (_, month) => ({
    time: Date.UTC(2010, month, 5),
    values: { 'energy.total': month },
  }));
  await ingest.store(device, readings, 'import');
  expect(await storedOf(device.id)).toHaveLength(150);
});

test('frames nobody knows are kept whole', async () => {
  const bytes = Uint8Array.from([0, 255, 10, 39, 92]);
  const other = createIngest(platform, points);
  other.archive({
    sn: 'SF-RAW',
    time: platform.clock.now(),
    gateway: 'v5',
    bytes,
    sender: { address: '198.18.0.1' },
  });
  await other.stop();
  const rows = await platform.samples.query("SELECT frame FROM raw_frames WHERE sn = 'SF-RAW'");
  expect(rows).toEqual([{ frame: '00ff0a275c' }]);
});

test('the position stays behind what is being stored until it was announced', async () => {
  const device = await mintDevice();
  const began = platform.clock.now();
  expect(ingest.storedUntil()).toBe(began);
  const gate = Promise.withResolvers<void>();
  const slow = createIngest(
    {
      ...platform,
      samples: {
        ...platform.samples,
        insertNative: async (table, block) => {
          await gate.promise;
          await platform.samples.insertNative(table, block);
        },
      },
    },
    points,
  );
  let announced = false;
  const end = platform.bus.subscribe('stored', () => (announced = true));
  const stored = slow.store(device, [{ time: began, values: { 'ac.power': 1 } }], 'mqtt');
  await vi.waitUntil(
    () => platform.clock.advance(1000) === undefined && slow.storedUntil() < platform.clock.now(),
  );
  const position = slow.storedUntil();
  platform.clock.advance(60_000);
  expect(slow.storedUntil()).toBe(position);
  gate.resolve();
  await stored;
  await vi.waitUntil(() => announced);
  expect(slow.storedUntil()).toBe(platform.clock.now());
  end();
  await slow.stop();
});
