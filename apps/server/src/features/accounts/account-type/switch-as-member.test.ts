import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeHoldings } from '../../../../test/make-holdings.ts';
import { makeOrganisation, makeStation } from '../../../../test/makers.ts';

const platform = await testPlatform();
const { server, call, person } = await openAccounts(platform);
const { db } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const TABLES = ['labels', 'components', 'simCards', 'pointDescriptions', 'pointRecordings'] as const;

/** An organisation of the type personal with what somebody has there. */
async function held(role: 'owner' | 'organisationAdmin') {
  const { id: organisationId } = await makeOrganisation(platform);
  const rules = { type: 'personal', samplesPerDay: 1000 } as const;
  await db.updateTable('organisations').set(rules).where('id', '=', organisationId).execute();
  await person({ role, organisationId });
  await db.insertInto('labels').values({ organisationId, name: 'Roof', color: '#445566' }).execute();
  const sheet = { kind: 'module', manufacturer: 'Maker', model: 'M1', sheet: '{}' } as const;
  await db
    .insertInto('components')
    .values({ organisationId, ...sheet })
    .execute();
  await makeHoldings(platform, organisationId);
  return organisationId;
}

const found = (token: string) =>
  call('/ups/user/accountType', {
    body: { password: PASSWORD, accountType: 'professional', organization: { name: 'Mine now' } },
    bearer: token,
  });

const counts = async (organisationId: number) =>
  Promise.all(
    TABLES.map(async (table) => {
      const rows = await db
        .selectFrom(table)
        .select('organisationId')
        .where('organisationId', '=', organisationId)
        .execute();
      return rows.length;
    }),
  );

// Whoever registers by an invitation may say that the account is a personal one.
test.each([
  ['only looks at what somebody else has', 'owner', 'internalReadOnly'],
  ['works in a business of the type personal', 'organisationAdmin', 'installer'],
  ['is a customer of a business of the type personal', 'organisationAdmin', 'owner'],
] as const)(
  'who %s takes nothing of it along into an organisation that they found',
  async (_who, holder, role) => {
    const organisationId = await held(holder);
    const me = await person({ role, organisationId, accountType: 'personal' });
    expect((await found(me.token)).code).toBe(200);
    const own = await db
      .selectFrom('users')
      .innerJoin('organisations', 'organisations.id', 'users.organisationId')
      .select(['organisations.id', 'samplesPerDay'])
      .where('users.id', '=', me.id)
      .executeTakeFirstOrThrow();
    expect(own).toEqual({ id: expect.any(Number), samplesPerDay: null });
    expect(own.id).not.toBe(organisationId);
    expect(await counts(own.id)).toEqual([0, 0, 0, 0, 0]);
    expect(await counts(organisationId)).toEqual([1, 1, 1, 1, 1]);
  },
);

test('a customer’s station in a business of the type personal is to be taken out of it first', async () => {
  const organisationId = await held('organisationAdmin');
  const me = await person({ role: 'owner', organisationId });
  await makeStation(platform, { organisationId, ownerId: me.id });
  expect((await found(me.token)).error).toBe('memberOwnsStations');
});
