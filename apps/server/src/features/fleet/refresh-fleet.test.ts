import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { FleetIndex } from './fleet-index.ts';
import { openFleet } from './open-fleet.ts';
import { loadFleet, refreshFleet } from './refresh-fleet.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

/** The store, and whom each statement is told to before it goes there. */
function watched(asks: () => void) {
  return platform.db.withPlugin({
    transformQuery: ({ node }) => {
      asks();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

test('a station is read again without its devices, which have its zone', async () => {
  const { id: stationId, organisationId } = await makeStation(platform);
  const device = await makeDevice(platform, { stationId, organisationId });
  const index = new FleetIndex();
  await loadFleet(platform.db, index);
  expect(index.device(device.id)?.timeZone).toBe('Europe/Madrid');
  const zoned = { timeZone: 'Asia/Tokyo' };
  await platform.db.updateTable('stations').set(zoned).where('id', '=', stationId).execute();
  let asked = 0;
  const db = watched(() => (asked += 1));
  const { rebuilt } = await refreshFleet(db, index, { devices: [], stations: [stationId] });
  expect([rebuilt, asked, index.device(device.id)?.timeZone]).toEqual([[stationId], 1, 'Asia/Tokyo']);
});

test('what the store could not tell of a change is asked again', async () => {
  let isAway = false;
  let refused = 0;
  const db = watched(() => {
    if (!isAway) return;
    refused += 1;
    throw new Error('the store is away');
  });
  const fleet = await openFleet({ ...platform, db });
  onTestFinished(() => fleet.stop());
  isAway = true;
  const device = await makeDevice(platform);
  await announceChange(platform.db, { devices: [device.id] });
  await vi.waitUntil(() => refused > 0);
  isAway = false;
  await vi.waitUntil(() => fleet.device(device.id), { timeout: 10_000 });
});

test('of very many changed devices everybody hears in parts', async () => {
  const fleet = await openFleet(platform);
  onTestFinished(() => fleet.stop());
  const heard: number[] = [];
  fleet.onChange(({ devices }) => heard.push(devices.length));
  await announceChange(platform.db, { devices: Array.from({ length: 2500 }, (_, n) => 1_000_000 + n) });
  await expect.poll(() => heard.reduce((sum, n) => sum + n, 0)).toBe(2500);
  expect(Math.max(...heard)).toBeLessThanOrEqual(1000);
});
