import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/makers.ts';
import type { KnownDevice } from '../../../platform/ingest.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import { openPointRegistry } from '../points/point-registry.ts';
import { storedSince, type StoredPart } from './stored-since.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const ingest = createIngest(platform, await openPointRegistry(platform));
afterAll(async () => {
  await ingest.stop();
  await platform.stop();
});

const DAY = 86_400_000;
const points = [pointByKey('alarm.code')!.id];

const mint = async () => (await makeDevice(platform)) as unknown as KnownDevice;
const store = (device: KnownDevice, times: readonly number[], code = 7) =>
  ingest.store(
    device,
    times.map((time) => ({ time, values: { 'alarm.code': code } })),
    'mqtt',
  );

async function read(
  query: { since: number; devices: number[] },
  bounds?: { perRead: number; ofDevice: number },
) {
  const parts: StoredPart[] = [];
  for await (const part of storedSince(platform.samples, { ...query, points }, bounds)) parts.push(part);
  const rows = parts.flatMap(({ samples: { length, devices, times } }) =>
    Array.from({ length }, (_, row) => ({ device: devices[row]!, time: times[row]! })),
  );
  return {
    parts,
    timesOf: ({ id }: KnownDevice) => rows.filter((row) => row.device === id).map(({ time }) => time),
  };
}

test('one old sample that came late makes nobody be read back to its time', async () => {
  const [sound, late] = [await mint(), await mint()];
  const now = platform.clock.now();
  const history = [300, 200, 100].map((days) => now - days * DAY);
  await store(sound, history);
  await store(late, history);
  platform.clock.advance(60_000);
  const since = platform.clock.now();
  await store(late, [now - 3000 * DAY, now - 150 * DAY, now - 150 * DAY - 1000]);
  await store(sound, [since]);
  const { timesOf } = await read({ since, devices: [sound.id, late.id] });
  expect(timesOf(sound)).toEqual([since]);
  expect(timesOf(late)).toEqual([now - 3000 * DAY, now - 150 * DAY - 1000, now - 150 * DAY]);
});

test('however much was sent, so many samples are in memory at once, and the newest of a device are read', async () => {
  const devices = [await mint(), await mint(), await mint()];
  platform.clock.advance(DAY);
  const since = platform.clock.now();
  const times = Array.from({ length: 40 }, (_, index) => since + index * 1000);
  for (const device of devices) await store(device, times);
  const { parts, timesOf } = await read({ since, devices: [] }, { perRead: 50, ofDevice: 30 });
  for (const { samples } of parts) expect(samples.length).toBeLessThanOrEqual(50);
  for (const device of devices) expect(timesOf(device)).toEqual(times.slice(10));
});
