import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createStates } from './create-states.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const states = await createStates(platform, kit);
afterAll(async () => {
  await states.stop();
  await kit.stop();
});

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 21, 12);

test('the next owner of a device sees nothing of what it measured before, also in the energy of its day', async () => {
  platform.clock.set(NOON);
  const [home, next] = [await makeStation(platform), await makeStation(platform)];
  const device = await makeDevice(platform, { stationId: home.id, organisationId: home.organisationId });
  await kit.fleet.ensure([device.id]);
  const reading = (minute: number, kwh: number) => ({
    time: NOON + minute * MINUTE,
    values: { 'energy.total': kwh, 'ac.power': 6000 },
  });
  await kit.store(device, [reading(-10, 500), reading(-5, 500.5), reading(0, 501)]);
  await kit.rollUps.settle();
  expect(states.device(device.id)).toMatchObject({ power: 6000, energyToday: 1 });
  const become = async (home: { stationId: number | null; organisationId: number | null }) => {
    await platform.db.updateTable('devices').set(home).where('id', '=', device.id).execute();
    await platform.db.transaction().execute((trx) => announceChange(trx, { devices: [device.id] }));
    await platform.changes.catchUp();
    await expect.poll(() => kit.fleet.device(device.id)?.stationId).toBe(home.stationId);
  };
  const nothing = { power: null, energyToday: null, lastDataAt: null, status: 'connecting' };
  await platform.db
    .insertInto('devicesToForget')
    .values({ deviceId: device.id, sn: device.sn, freedAt: new Date(NOON) })
    .execute();
  await become({ stationId: null, organisationId: null });
  expect(states.device(device.id)).toMatchObject({ ...nothing, status: expect.any(String) });
  await platform.db
    .updateTable('devicesToForget')
    .set({ keptFrom: new Date(NOON + MINUTE) })
    .where('deviceId', '=', device.id)
    .execute();
  await become({ stationId: next.id, organisationId: next.organisationId });
  expect(states.device(device.id)).toMatchObject({ ...nothing, status: expect.any(String) });
  // One that starts now finds what is not deleted yet.
  const started = await createStates(platform, kit);
  expect(started.device(device.id)).toMatchObject({ power: null, energyToday: null, lastDataAt: null });
  await started.stop();
  platform.clock.set(NOON + 16 * MINUTE);
  await kit.store(device, [reading(6, 501.6), reading(11, 502.1), reading(16, 502.6)]);
  await kit.rollUps.settle();
  expect(states.device(device.id)?.energyToday).toBeGreaterThan(0.5);
  expect(states.device(device.id)?.energyToday).toBeLessThan(1.7);
  const days = await kit.energies({ id: device.id, grain: 'day' });
  expect(Math.max(...days.values())).toBeLessThan(1.7);
});
