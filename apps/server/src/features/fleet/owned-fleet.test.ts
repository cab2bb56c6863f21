import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { stationPartition } from '../../platform/ownership/partitions.ts';
import { openFleet } from './open-fleet.ts';
import { ownedFleet } from './owned-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

test('a server sees its part of the fleet, and hears of devices that come into it', async () => {
  const [mine, other] = [await makeStation(platform), await makeStation(platform)];
  const at = ({ id: stationId, organisationId }: typeof mine) => ({ stationId, organisationId });
  const [device, moving] = [await makeDevice(platform, at(mine)), await makeDevice(platform, at(other))];
  await announceChange(platform.db, { devices: [device.id, moving.id], stations: [mine.id, other.id] });
  await vi.waitUntil(() => fleet.device(moving.id));
  const taken: number[] = [];
  const owned = ownedFleet(
    fleet,
    { partitions: new Set([stationPartition(mine.id)]), isSole: false },
    (ids) => taken.push(...ids),
  );
  const seen = () => [...owned.fleet.devices()].map(({ id }) => id);
  expect(seen()).toEqual([device.id]);
  expect([...owned.fleet.stations()].map(({ id }) => id)).toEqual([mine.id]);
  expect([owned.fleet.device(moving.id), owned.fleet.station(other.id)]).toEqual([undefined, undefined]);

  const move = async (to: typeof mine) => {
    await platform.db.updateTable('devices').set(at(to)).where('id', '=', moving.id).execute();
    await announceChange(platform.db, { devices: [moving.id] });
    await vi.waitUntil(() => fleet.device(moving.id)!.stationId === to.id);
  };
  await move(mine);
  await vi.waitFor(() => expect(taken).toEqual([moving.id]));
  expect(seen()).toEqual([device.id, moving.id]);
  await move(other);
  expect(seen()).toEqual([device.id]);
  const fresh = await makeDevice(platform, at(mine));
  await announceChange(platform.db, { devices: [fresh.id] });
  await vi.waitUntil(() => owned.fleet.device(fresh.id));
  expect(taken).toEqual([moving.id]);
  owned.stop();
});
