import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { openFleet } from '../../fleet/index.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { createRollUps } from './create-roll-ups.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, energies } = kit;
platform.clock.set(Date.now());
afterAll(() => kit.stop());

const [MINUTE, HOUR] = [60_000, 3_600_000];
const LONG_AGO = Date.UTC(2025, 5, 21, 10);

/** A device of nobody that gave 6 kWh long ago, and a station. */
async function reported() {
  const device = await makeDevice(platform);
  const times = Array.from({ length: 13 }, (_, n) => LONG_AGO + n * 5 * MINUTE);
  await store(
    device,
    times.map((time) => ({
      time,
      values: { 'energy.total': 1000 + (6 * (time - LONG_AGO)) / HOUR, 'ac.power': 6000 },
    })),
  );
  await kit.rollUps.settle();
  return { device, station: await makeStation(platform) };
}

const bind = (id: number, stationId: number) =>
  platform.db.updateTable('devices').set({ stationId }).where('id', '=', id).execute();

const given = async (id: number) =>
  [...(await energies({ subject: 'station', id, grain: 'year' })).values()].map((kwh) => Math.round(kwh));

test('a device that is bound while no server works, or shortly before it is killed, brings its history all the same', async () => {
  const { device, station } = await reported();
  await bind(device.id, station.id);
  const fleet = await openFleet(platform);
  const next = createRollUps(platform, { ...kit, fleet });
  await next.read();
  await next.settle();
  await next.stop();
  await fleet.stop();
  expect(await given(station.id)).toEqual([6]);
});

test('a device that is bound while samples cannot be read brings its history when they can', async () => {
  const { device, station } = await reported();
  let isAway = true;
  const samples: typeof platform.samples = {
    ...platform.samples,
    query: (...of) =>
      isAway
        ? Promise.reject(new Error('No space left on device'))
        : (platform.samples.query(...of) as Promise<never>),
  };
  const fleet = await openFleet(platform);
  const refused = vi.fn<() => void>();
  const log = Object.assign(Object.create(platform.log) as typeof platform.log, { warn: refused });
  const rollUps = createRollUps({ ...platform, samples, log }, { ...kit, fleet });
  await bind(device.id, station.id);
  await announceChange(platform.db, { devices: [device.id], stations: [station.id] });
  await vi.waitUntil(() => refused.mock.calls.length > 0, { timeout: 5000 });
  isAway = false;
  await vi.waitFor(
    async () => {
      await rollUps.settle();
      expect(await given(station.id)).toEqual([6]);
    },
    { timeout: 10_000, interval: 200 },
  );
  await rollUps.stop();
  await fleet.stop();
}, 30_000);
