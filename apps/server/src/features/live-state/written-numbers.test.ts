import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createStates } from './create-states.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const states = await createStates(platform, kit);
afterAll(async () => {
  await states.stop();
  await kit.stop();
});

test('what a device tells next to nothing is written as nothing, by which lists of all stations can be ordered', async () => {
  const now = Date.UTC(2026, 5, 21, 12);
  platform.clock.set(now);
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  await kit.fleet.ensure([device.id]);
  await kit.store(device, [{ time: now, values: { 'ac.power': 5e-324, state: 3 } }]);
  await states.flush();
  const { rows } = await sql<{ power: number }>`
    SELECT power / 10 / 100 AS power FROM station_states WHERE station_id = ${station.id}`.execute(
    platform.db,
  );
  expect(rows).toEqual([{ power: 0 }]);
});
