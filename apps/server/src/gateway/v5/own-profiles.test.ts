import { profileById } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { createOwnProfiles } from './own-profiles.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('loggers that come back at the same moment hold one profile together', async () => {
  const organisation = await makeOrganisation(platform);
  const named = await platform.db
    .insertInto('ownProfiles')
    .values({
      organisationId: organisation.id,
      family: null,
      data: JSON.stringify(profileById('meter-dtsd422')),
      userId: null,
      changedAt: new Date(platform.clock.now()),
    })
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
  const ownProfiles = createOwnProfiles(platform.db);
  const all = await Promise.all(Array.from({ length: 20 }, () => ownProfiles(named)));
  expect(all[0]).toBeDefined();
  expect(new Set(all).size).toBe(1);
  expect(await ownProfiles(named)).toBe(all[0]);
});
