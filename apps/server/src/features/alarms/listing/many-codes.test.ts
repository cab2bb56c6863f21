import { routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../../test/makers.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { listAlarms } from '../list-alarms.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const CODES = 2000;

/** Devices of one organisation that bring codes that nobody else has. */
async function bringCodes(): Promise<void> {
  const { id } = await makeOrganisation(platform);
  await sql`
    WITH station AS (
      INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
      VALUES (${id}, 'Plant', 'commercial', 60, 'UTC', 40, 0) RETURNING id),
    device AS (INSERT INTO devices (sn, kind, station_id) SELECT 'MANYCODES', 'inverter', id FROM station RETURNING id, station_id)
    INSERT INTO alarms (station_id, device_id, type, code, level, text_key, began_at, last_seen_at, recovered_at)
    SELECT device.station_id, device.id, 'deviceFault', 'W' || n, 'tip', 'faults.platform.code', now(), now(), now()
      FROM device, generate_series(1, ${CODES}::int) AS n`.execute(db);
  await sql`ANALYZE alarms, alarm_codes, stations, devices`.execute(db);
}

test('a text that nothing has is looked for among the codes, however many some devices bring, and not in each alarm', async () => {
  await bringCodes();
  const actor = (await findUserActor(db, { userId: (await makeUser(platform)).id, at: clock.now() }))!;
  const found = (trx: typeof db, q: string) =>
    listAlarms({ db: trx, clock }, actor, routes.listAlarms.query.parse({ q, state: 'all' }));
  const read = await rowsRead(db, { table: 'alarms' }, async (trx) => {
    expect(await found(trx, 'nothing at all')).toMatchObject({ total: 0, rows: [] });
  });
  expect(read).toBeLessThan(CODES / 10);
  expect(await found(db, 'w1999')).toMatchObject({ total: 1, rows: [{ code: 'W1999' }] });
  // More than are named.
  expect(await found(db, 'W')).toMatchObject({ total: CODES });
});
