import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { makeSecretDevice } from '../../../test/secret-device.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

const firstSeenOf = async (id: number) => {
  const row = await platform.db
    .selectFrom('devices')
    .select('firstSeenAt')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.firstSeenAt;
};

test('a device counts for its organisation for seven days after it came first, and by itself, with its age, from then on', async () => {
  const organisation = await makeOrganisation(platform);
  const values = { firstSeenAt: null, organisationId: organisation.id };
  const { row, secret } = await makeSecretDevice(platform, directory, values);
  await directory.authenticate(row.sn, secret, 'mqtt');
  const [came, week] = [platform.clock.now(), 7 * 86_400_000];
  const known = { holder: `device ${row.id}`, administers: false, since: came };
  const newcomer = { of: `organisation ${organisation.id}`, until: came + week };
  expect(directory.knownAs(row.id)).toEqual({ ...known, newcomer });
  await vi.waitFor(async () => expect(await firstSeenOf(row.id)).not.toBeNull(), 5000);
  platform.clock.set(came + week - 1);
  const again = await openFleet(platform);
  expect(again.directory.knownAs(row.id)).toEqual({ ...known, newcomer });
  platform.clock.set(came + week);
  expect(again.directory.knownAs(row.id)).toEqual(known);
  await again.stop();
  platform.clock.set(came);
  const ownerless = await directory.authenticate(`SF-NEW-${process.pid}`, 'first secret', 'mqtt');
  expect([directory.knownAs(ownerless.id), directory.knownAs(0)]).toEqual([undefined, undefined]);
});
