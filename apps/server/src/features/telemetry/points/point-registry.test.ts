import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/makers.ts';
import { openPointRegistry } from './point-registry.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const points = await openPointRegistry(platform.db);
const newDevice = async () => (await makeDevice(platform)).id;

test('catalogue keys have their own ids at once, for any device', async () => {
  const device = await newDevice();
  expect(points.pointId(device, 'ac.power')).toBe(1);
  expect(points.keyOf(1)).toBe('ac.power');
  expect(points.keyOf(9999)).toBeUndefined();
  const rows = await platform.db.selectFrom('deviceCustomPoints').where('deviceId', '=', device).execute();
  expect(rows).toEqual([]);
});

test('a custom key has one id over the whole platform, known to the devices that use it', async () => {
  const [one, two] = [await newDevice(), await newDevice()];
  const id = await points.pointId(one, 'pump.speed');
  expect(id).toBeGreaterThanOrEqual(10_000);
  expect(points.pointId(one, 'pump.speed')).toBe(id);
  expect(points.knownId(two, 'pump.speed')).toBeUndefined();
  expect(await points.pointId(two, 'pump.speed')).toBe(id);
  expect(points.keyOf(id)).toBe('pump.speed');
});

test('a key that many messages bring at once is registered once', async () => {
  const device = await newDevice();
  const ids = await Promise.all(Array.from({ length: 20 }, () => points.pointId(device, 'valve.angle')));
  expect(new Set(ids).size).toBe(1);
  const rows = await platform.db
    .selectFrom('deviceCustomPoints')
    .select('pointId')
    .where('deviceId', '=', device)
    .execute();
  expect(rows).toHaveLength(1);
});

test('devices that bring the same new key at once share its id', async () => {
  const devices = await Promise.all(Array.from({ length: 8 }, newDevice));
  const ids = await Promise.all(devices.map((device) => points.pointId(device, 'shared.newKey')));
  expect(new Set(ids).size).toBe(1);
});

test('a second server finds what the first one registered', async () => {
  const device = await newDevice();
  const other = await openPointRegistry(platform.db);
  const id = await points.pointId(device, 'second.server');
  expect(other.knownId(device, 'second.server')).toBeUndefined();
  expect(await other.pointId(device, 'second.server')).toBe(id);
});

test.each(['', ' ', 'Upper', 'a..b', 'a b', '.a', 'a.', 'ä', 'x'.repeat(65), '__proto__', 'a\n'])(
  '"%s" names no point',
  async (key) => {
    const device = await newDevice();
    expect(() => points.pointId(device, key)).toThrow('unknownPoint');
  },
);

test('a key that could not be registered is tried again the next time', async () => {
  await expect(points.pointId(999_999_999, 'of.nobody')).rejects.toThrow();
  const device = await newDevice();
  expect(await points.pointId(device, 'of.nobody')).toBeGreaterThanOrEqual(10_000);
});
