import { afterAll, expect, test } from 'vitest';
import { ageOrganisation } from '../../../test/age-organisation.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../user-actor.ts';
import { turnOfPerson } from './turn-of-person.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

async function someone({ isOld }: { isOld: boolean }) {
  const { id: organisationId } = await makeOrganisation(platform);
  if (isOld) await ageOrganisation(platform, organisationId);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  return {
    /** The priority of a file that is asked for now, which then waits. */
    async ask(): Promise<number> {
      const actor = (await findUserActor(db, { userId, at: clock.now() }))!;
      const priority = await turnOfPerson(db, actor, { table: 'station_exports', states: ['waiting'] });
      const createdAt = new Date(clock.now());
      await db
        .insertInto('stationExports')
        .values({ userId, format: 'csv', createdAt, query: '{}' })
        .execute();
      return priority;
    },
  };
}

test('files of as many new organisations as somebody makes wait behind the first one of one that is there longer', async () => {
  const [newer, older] = [await someone({ isOld: false }), await someone({ isOld: true })];
  const [first, ofOlder] = [await newer.ask(), await older.ask()];
  expect(ofOlder).toBeGreaterThan(first);
  // Whoever asks for more waits behind the first one of everybody.
  expect(await older.ask()).toBeLessThan(first);
  expect(await newer.ask()).toBeLessThan(first);
});
