import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { createRollUps } from './create-roll-ups.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, energies, fleet } = kit;
afterAll(() => kit.stop());

const DAY = 86_400_000;

/** A device at a station of its own organisation. */
async function plant() {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: stationId } = await makeStation(platform, { organisationId });
  const device = await makeDevice(platform, { stationId, organisationId });
  await fleet.ensure([device.id]);
  return { stationId, device };
}

test('amid a run that lays energy over a silence of a year, others get the roll-ups of what they report', async () => {
  const now = platform.clock.now();
  const [silent, other] = [await plant(), await plant()];
  await store(silent.device, [{ time: now - 380 * DAY, values: { 'energy.total': 1000 } }]);
  await kit.rollUps.settle();
  const server = createRollUps(platform, { ...kit, amidMs: 0 });
  await store(silent.device, [{ time: now, values: { 'energy.total': 4000 } }]);
  const told: number[] = [];
  let reported: Promise<void> | undefined;
  let position: Promise<number | undefined> | undefined;
  server.onEnergies(({ stations }) => {
    told.push(...stations.map(({ id }) => id));
    position = kit.ownership.position('rollUps', platform.clock.now());
    if (stations.length === 0 || reported) return;
    platform.clock.advance(1000);
    reported = store(other.device, [
      { time: now - 1_800_000, values: { 'energy.total': 50 } },
      { time: now - 600_000, values: { 'energy.total': 52 } },
    ]);
  });
  await server.settle();
  await reported;
  await server.settle();
  await server.stop();
  const years = async (id: number) =>
    [...(await energies({ subject: 'station', id, grain: 'year' })).values()].reduce((a, b) => a + b, 0);
  expect(await years(silent.stationId)).toBeCloseTo(3000, 0);
  expect(await years(other.stationId)).toBeCloseTo(2, 3);
  expect(told.indexOf(other.stationId)).toBeGreaterThan(0);
  expect(told.indexOf(other.stationId)).toBeLessThan(told.lastIndexOf(silent.stationId));
  // A server that was killed amid the long run begins it anew.
  expect(await position).toBeLessThanOrEqual(now);
});
