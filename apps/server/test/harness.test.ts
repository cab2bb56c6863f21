import { afterAll, expect, test } from 'vitest';
import { testPlatform } from './harness.ts';
import { makeDevice, makeStation } from './makers.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a suite has its own migrated database and its own ClickHouse', async () => {
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  expect(device.stationId).toBe(station.id);
  expect(await platform.samples.query('SELECT count() AS n FROM samples')).toEqual([{ n: 0 }]);
});

test('what a file of the same process left open is none of the next one', async () => {
  await makeStation(platform);
  const next = await testPlatform({}, 'next.test.ts');
  expect(await next.db.selectFrom('stations').select('id').execute()).toEqual([]);
  await next.stop();
});
