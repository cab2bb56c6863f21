import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import { openFleet } from '../../fleet/index.ts';
import { storeBlock } from '../ingest/block-store.ts';
import { forgetTelemetry } from '../retention/forget-telemetry.ts';
import { forgetFreed } from './forget-freed.ts';
import { openLatest } from './latest-store.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const fleet = await openFleet(platform);
const latest = await openLatest(platform);
forgetFreed(fleet, latest);
afterAll(async () => {
  await latest.stop();
  await fleet.stop();
  await platform.stop();
});

test('the next owner of a device does not see the newest values of the one before', async () => {
  const { id: stationId, organisationId } = await makeStation(platform);
  const home = { stationId, organisationId };
  const [device, other] = [await makeDevice(platform, home), await makeDevice(platform, home)];
  const change = (ids: number[]) => announceChange(platform.db, { devices: ids });
  const set = (values: object) =>
    platform.db.updateTable('devices').set(values).where('id', '=', device.id).execute();
  const length = async (id: number) => (await latest.latestOf([id])).get(id)!.points.length;
  await change([device.id, other.id]);
  await vi.waitUntil(() => fleet.device(device.id) && fleet.device(other.id));
  const block = createSampleColumns();
  for (const { id } of [device, other]) block.add(id, 1, platform.clock.now(), 4200);
  await storeBlock(platform.samples, platform.clock, block);
  platform.bus.publish('stored', block);
  expect([await length(device.id), await length(other.id)]).toEqual([1, 1]);

  await set({ stationId: null, organisationId: null });
  await change([device.id]);
  await vi.waitUntil(() => fleet.device(device.id)!.stationId === null);
  // Somebody looks before the job has deleted what the store holds.
  await length(device.id);
  await forgetTelemetry(platform.samples, { stationIds: [], devices: [device] }, undefined);
  await change([device.id]);
  await vi.waitFor(async () => expect(await length(device.id)).toBe(0));
  await set(home);
  await change([device.id]);
  await vi.waitUntil(() => fleet.device(device.id)!.stationId === stationId);
  expect([await length(device.id), await length(other.id)]).toEqual([0, 1]);
});
