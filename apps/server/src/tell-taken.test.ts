import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../test/harness.ts';
import { makeDevice } from '../test/makers.ts';
import { openLatest } from './features/telemetry/latest/latest-store.ts';
import { createBus } from './platform/bus.ts';
import { tellTaken } from './tell-taken.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
afterAll(() => platform.stop());

test('a device of another server is told of when its newest values stand in the table, and once more later', async () => {
  // As servers leave it that have not written yet what they know.
  await openLatest({ ...platform, bus: createBus(() => undefined) });
  const device = await makeDevice(platform);
  const store = (value: number) =>
    platform.samples.command(
      `INSERT INTO samples VALUES (${device.id}, 1, fromUnixTimestamp64Milli(${platform.clock.now() + value}), ${value})`,
    );
  const newest = async () => {
    const { value = [] } = await platform.samples.columns(
      `SELECT value FROM latest FINAL WHERE device = ${device.id}`,
      {},
    );
    return value;
  };
  await store(1);
  const found: unknown[] = [];
  const { promise: twice, resolve } = Promise.withResolvers<void>();
  const taken = tellTaken(
    platform,
    async (deviceIds) => {
      found.push(deviceIds, await newest());
      await store(2);
      if (found.length === 4) resolve();
    },
    500,
  );
  taken.take([device.id]);
  await twice;
  await taken.stop();
  expect(found).toEqual([[device.id], [1], [device.id], [2]]);
});
