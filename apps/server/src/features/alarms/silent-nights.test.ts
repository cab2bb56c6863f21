import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { createStates } from '../live-state/index.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createAlarms } from './create-alarms.ts';
import { HOLD_MS } from './offline-watch.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const states = await createStates(platform, kit);
const alarms = createAlarms(platform, { ...kit, storedUntil: () => platform.clock.now() });
await alarms.start();
afterAll(async () => {
  await alarms.stop();
  await states.stop();
  await kit.stop();
});

const MINUTE = 60_000;
/** Stations lie in Madrid: inverters are awake from 05:15 to 19:18 UTC. */
const [DUSK, CUT_OFF, AWAKE] = [
  Date.UTC(2026, 5, 21, 19, 30),
  Date.UTC(2026, 5, 21, 23),
  Date.UTC(2026, 5, 22, 5, 20),
];

async function at(time: number): Promise<void> {
  platform.clock.set(time);
  await states.look();
  await states.flush();
  await alarms.tick();
}

test('a logger of ten inverters that is cut off by night is no alarm then, and one by day', async () => {
  platform.clock.set(DUSK);
  const station = await makeStation(platform);
  const logger = await makeDevice(platform, { stationId: station.id, kind: 'logger' });
  const hung = { stationId: station.id, parentId: logger.id };
  const children = await Promise.all(Array.from({ length: 10 }, () => makeDevice(platform, hung)));
  await kit.fleet.ensure([logger.id, ...children.map(({ id }) => id)]);
  const raised = () =>
    platform.db
      .selectFrom('alarms')
      .select(['deviceId', 'code', 'beganAt', 'recoveredAt'])
      .where('stationId', '=', station.id)
      .execute();
  const statuses = () => [logger, ...children].map(({ id }) => states.device(id)?.status);
  const report = async (time: number, ...devices: (typeof logger)[]) => {
    platform.clock.set(time);
    for (const device of devices) await kit.store(device, [{ time, values: { 'signal.strength': 80 } }]);
    await at(time);
  };
  const all = (status: string) => [logger, ...children].map(() => status);

  await report(DUSK, logger, ...children);
  await report(CUT_OFF, logger);
  for (let time = CUT_OFF; time < AWAKE; time += 120 * MINUTE) await at(time);
  expect(statuses()).toEqual(all('standby'));
  expect(await raised()).toEqual([]);

  for (const time of [AWAKE, AWAKE + HOLD_MS - 1]) await at(time);
  expect(statuses()).toEqual(all('offline'));
  expect(await raised()).toEqual([]);
  const silence = { deviceId: logger.id, code: 'offline', beganAt: new Date(CUT_OFF) };
  for (const time of [AWAKE + HOLD_MS, AWAKE + 5 * HOLD_MS]) {
    await at(time);
    expect(await raised()).toEqual([{ ...silence, recoveredAt: null }]);
  }

  await report(AWAKE + 6 * HOLD_MS, logger, ...children);
  await at(AWAKE + 6 * HOLD_MS + MINUTE);
  expect(await raised()).toEqual([{ ...silence, recoveredAt: expect.any(Date) }]);
});
