import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeSecretDevice } from '../../../test/secret-device.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

test('what a device says is kept again where somebody took it away, or it said something else to another server', async () => {
  const other = await openFleet(platform);
  const { row } = await makeSecretDevice(platform, directory);
  const said = { firmware: '1.0', attributes: { slot: 'a' } };
  const rowNow = () =>
    platform.db.selectFrom('devices').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  const announced = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM changes WHERE topic = 'deviceChanged' AND subject = ${row.id}`.execute(
      platform.db,
    );
    return rows[0]!.n;
  };
  const heard = async () => {
    await platform.changes.catchUp();
    await fleet.ensure([row.id]);
  };
  await directory.describe(row.id, said);
  await heard();
  const before = await announced();
  // Who says the same again tells nobody.
  await directory.describe(row.id, said);
  expect(await announced()).toBe(before);
  await other.directory.describe(row.id, { firmware: '2.0' });
  await heard();
  await directory.describe(row.id, said);
  expect((await rowNow()).firmware).toBe('1.0');
  await heard();
  await directory.describe(row.id, said);
  // As where it is unbound, or another device of its type comes into its place.
  await platform.db
    .updateTable('devices')
    .set({ firmware: null, attributes: '{}' })
    .where('id', '=', row.id)
    .execute();
  await announceChange(platform.db, { devices: [row.id] });
  await heard();
  await directory.describe(row.id, said);
  expect(await rowNow()).toMatchObject(said);
  await other.stop();
});
