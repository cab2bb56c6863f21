import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerDevicesRoutes } from './index.ts';

vi.setConfig({ testTimeout: 120_000 });

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const BELOW = 66_000;

test('a logger moves with more devices below it than a statement takes parameters', async () => {
  const organisation = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const of = { organisationId: organisation.id };
  const [from, to] = [await makeStation(platform, of), await makeStation(platform, of)];
  const logger = await makeDevice(platform, { ...of, stationId: from.id, kind: 'logger' });
  await sql`
    INSERT INTO devices (sn, kind, organisation_id, station_id, parent_id)
    SELECT ${randomUUID()} || n, 'inverter', ${organisation.id}, ${from.id}, ${logger.id} FROM generate_series(1, ${BELOW}::int) n`.execute(
    platform.db,
  );
  const { post, put } = await as(user);
  expect((await put(`/devices/${logger.id}/parent`, { parentSn: null })).code).toBe(200);
  expect((await post(`/devices/${logger.id}/move`, { stationId: to.id })).code).toBe(200);
  const { rows } = await sql<{ here: number; logged: number }>`
    SELECT (SELECT count(*)::int FROM devices WHERE station_id = ${to.id}) AS here,
      (SELECT count(*)::int FROM audit_log WHERE action = 'devices.move' AND station_id = ${to.id}) AS logged`.execute(
    platform.db,
  );
  expect(rows).toEqual([{ here: BELOW + 1, logged: BELOW + 1 }]);
});
