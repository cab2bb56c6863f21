import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { listLabels } from './list-labels.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const [LABELS, STATIONS, DEVICES, OF_EACH] = [200, 600, 1000, 20];

test('labels are listed in one look at what carries them, however many there are', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  await sql`
    WITH label AS (
      INSERT INTO labels (organisation_id, name, color)
      SELECT ${organisationId}::bigint, 'Label ' || lpad(n::text, 4, '0'), '#445566' FROM generate_series(1, ${LABELS}::int) AS n
      RETURNING id),
    station AS (
      INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
      SELECT ${organisationId}::bigint, 'Station ' || n, 'residential', 5, 'UTC', 48, 11 FROM generate_series(1, ${STATIONS}::int) AS n
      RETURNING id),
    device AS (
      INSERT INTO devices (sn, kind, organisation_id)
      SELECT 'LABELLED' || n, 'inverter', ${organisationId}::bigint FROM generate_series(1, ${DEVICES}::int) AS n
      RETURNING id),
    worn AS (
      INSERT INTO station_labels (station_id, label_id)
      SELECT station.id, label.id FROM station CROSS JOIN label WHERE (label.id + station.id) % (${LABELS / OF_EACH}::int) = 0)
    INSERT INTO device_labels (device_id, label_id)
    SELECT device.id, label.id FROM device CROSS JOIN label WHERE (label.id + device.id) % (${LABELS / OF_EACH}::int) = 0`.execute(
    db,
  );
  await sql`ANALYZE`.execute(db);
  const actor = (await findUserActor(db, { userId, at: clock.now() }))!;
  for (const [table, objects] of [
    ['stations', STATIONS],
    ['devices', DEVICES],
  ] as const) {
    const read = await rowsRead(db, { table }, async (trx) => {
      const labels = await listLabels({ db: trx }, actor);
      expect(labels).toHaveLength(LABELS);
      expect(labels.map(({ name }) => name)).toEqual(labels.map(({ name }) => name).toSorted());
      expect(labels.reduce((sum, label) => sum + label[table], 0)).toBe(objects * OF_EACH);
    });
    expect(read, table).toBeLessThan(3 * objects);
  }
});
