import { afterAll, expect, test } from 'vitest';
import { testPlatform, type TestPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { createStates } from '../live-state/index.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createAlarms } from './create-alarms.ts';
import { HOLD_MS } from './offline-watch.ts';

const base = await testPlatform();
let isAway = false;
const platform: TestPlatform = {
  ...base,
  samples: {
    ...base.samples,
    insertNative: (...of) =>
      isAway ? Promise.reject(new Error('No space left on device')) : base.samples.insertNative(...of),
  },
};
const kit = await openTelemetry(platform);
const states = await createStates(platform, kit);
const alarms = createAlarms(platform, kit);
await alarms.start();
afterAll(async () => {
  isAway = false;
  await alarms.stop();
  await states.stop();
  await kit.stop();
});

const [MINUTE, NOON] = [60_000, Date.UTC(2026, 5, 21, 12)];

async function at(time: number): Promise<void> {
  platform.clock.set(time);
  await states.look();
  await states.flush();
  await alarms.tick();
}

test('while nothing can be stored nobody is held to be silent, and whoever is silent is told when it can', async () => {
  platform.clock.set(NOON);
  const station = await makeStation(platform);
  const [talking, silent] = await Promise.all([
    makeDevice(platform, { stationId: station.id }),
    makeDevice(platform, { stationId: station.id }),
  ]);
  await kit.fleet.ensure([talking.id, silent.id]);
  const tell = (device: typeof talking, time: number) =>
    kit.store(device, [{ time, values: { 'ac.power': 4000 } }]);
  const statuses = () => [talking, silent].map(({ id }) => states.device(id)?.status);
  const raised = async () => {
    const of = platform.db.selectFrom('alarms').select('deviceId').where('stationId', '=', station.id);
    return (await of.execute()).map(({ deviceId }) => deviceId);
  };
  await tell(talking, NOON);
  await tell(silent, NOON);
  await at(NOON);

  isAway = true;
  const waiting = tell(talking, NOON + MINUTE);
  let time = NOON;
  for (let minutes = 0; minutes < 120; minutes += 10) await at((time += 10 * MINUTE));
  expect(statuses()).toEqual(['online', 'online']);
  expect(states.station(station.id)).toMatchObject({ communication: 'online', power: 8000 });
  expect(await raised()).toEqual([]);

  isAway = false;
  await waiting;
  await tell(talking, time);
  await at(time + MINUTE);
  expect(statuses()).toEqual(['online', 'offline']);
  await at(time + HOLD_MS);
  await tell(talking, time + HOLD_MS);
  await at(time + HOLD_MS + 2 * MINUTE);
  expect(await raised()).toEqual([silent.id]);
}, 60_000);
