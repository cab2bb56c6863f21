import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../../test/makers.ts';
import { measuredOf } from '../../../../../test/measured-kit.ts';
import { announceChange } from '../../../../platform/changes/announce-change.ts';
import { openTelemetry } from '../../test-kit/telemetry.ts';
import { recutDays } from './recut-days.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, rollUps, fleet } = kit;
afterAll(() => kit.stop());

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 21, 10);

/** Fifty hours around the end of a month, of a counter that runs and a device that tells its state. */
async function measure(timeZone: string) {
  const station = await makeStation(platform, { timeZone });
  const device = await makeDevice(platform, { stationId: station.id });
  await fleet.ensure([device.id]);
  const from = Date.UTC(2026, 4, 30, 12);
  const readings = Array.from({ length: 600 }, (_, index) => ({
    time: from + index * 5 * MINUTE,
    values: { 'energy.total': 1000 + index / 2, 'ac.power': 6000, state: 3 },
  }));
  await store(device, readings);
  await rollUps.settle();
  return { station, device, measured: () => measuredOf(platform, station.id, [device.id]) };
}

async function moveTo(stationId: number, timeZone: string) {
  await platform.db.transaction().execute(async (trx) => {
    await trx.updateTable('stations').set({ timeZone }).where('id', '=', stationId).execute();
    await announceChange(trx, { stations: [stationId] });
  });
  await platform.changes.catchUp();
  await expect.poll(() => fleet.station(stationId)?.timeZone).toBe(timeZone);
}

test('a station that moved to another zone has the days, months and years of one that was always there', async () => {
  platform.clock.set(NOON);
  const [moved, always] = [await measure('Pacific/Auckland'), await measure('America/Lima')];
  const before = await moved.measured();
  expect(before.ofStation).not.toEqual((await always.measured()).ofStation);
  await moveTo(moved.station.id, 'America/Lima');
  await recutDays({ platform, rollUps }, { stationId: moved.station.id });
  const after = await moved.measured();
  expect(after).toEqual(await always.measured());
  expect(after.samples).toEqual(before.samples);
  await recutDays({ platform, rollUps }, { stationId: moved.station.id, again: true });
  expect(await moved.measured()).toEqual(after);
}, 120_000);

test('other stations keep what they have, and one that is gone is no error', async () => {
  platform.clock.set(NOON);
  const neighbour = await measure('Europe/Madrid');
  const before = await neighbour.measured();
  const empty = await makeStation(platform);
  await recutDays({ platform, rollUps }, { stationId: empty.id });
  await recutDays({ platform, rollUps }, { stationId: 999_999_999 });
  expect(await neighbour.measured()).toEqual(before);
}, 120_000);
