import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createStates } from './create-states.ts';
import { writeStates } from './write-states.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const states = await createStates(platform, kit);
afterAll(async () => {
  await states.stop();
  await kit.stop();
});

test('what a station is expected to give next to nothing of is written as nothing, by which lists of all stations can be ordered', async () => {
  const now = Date.UTC(2026, 5, 21, 12);
  platform.clock.set(now);
  const { id } = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: id });
  await kit.fleet.ensure([device.id]);
  await kit.store(device, [{ time: now, values: { 'ac.power': 4000, state: 3 } }]);
  await states.flush();
  const live = { ...states.station(id)!, energyToday: 1e10, expectedToday: 5e-324 };
  await writeStates(kit.ownership, { devices: new Map(), stations: new Map([[id, live]]) });
  const { rows } = await sql<{ share: number | null }>`
    SELECT energy_today / nullif(expected_today, 0) AS share FROM station_states WHERE station_id = ${id}`.execute(
    platform.db,
  );
  expect(rows).toEqual([{ share: null }]);
});
