import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerMembersRoutes } from '../members/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { eraseDue } from './erase-accounts.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, call, post, person, login, signedAs } = await openAccounts(
  platform,
  registerCancellationRoutes,
  registerGrantsRoutes,
  registerMembersRoutes,
  registerStationsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY_MS = 86_400_000;

/** Tables of all schemas in which one of the texts stands in some column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const like = texts.map((text) => `%${text.toLowerCase()}%`);
      const hits =
        await sql`SELECT 1 FROM ${sql.raw(name)} AS one WHERE lower(one::text) LIKE ANY(${like}) LIMIT 1`.execute(
          db,
        );
      return hits.rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().toSorted();
}

async function cancel(me: SignedIn, stations: object[] = []) {
  const validateCode = await makeCode(platform, { target: me.email, purpose: 'cancelAccount' });
  const body = { validateCode, stations };
  expect((await call('/ups/user/cancellation', { body, bearer: me.token })).code).toBe(200);
}

/** Somebody who was offered, sent and granted things by others in every way, by contact and name. */
async function wellKnown() {
  const merchant = await makeOrganisation(platform);
  const phone = `+4915${String(Date.now()).slice(-9)}`;
  const userName = `known-${merchant.id}`;
  const me = await person({ name: 'Maximiliana Known', phone, userName, organisationId: merchant.id });
  const head = await person({ role: 'organisationAdmin', organisationId: merchant.id });
  const giver = await person({ organisationId: (await makeOrganisation(platform)).id });
  const stations = await Promise.all(
    [1, 2, 3].map(() => makeStation(platform, { ownerId: giver.id, organisationId: merchant.id })),
  );
  const [first, second, third] = stations.map(({ id }) => id);
  const grant = (account: string) =>
    post(
      '/grants',
      {
        object: { stationIds: [first] },
        to: { account },
        role: 'viewer',
        commands: false,
        endsAt: clock.now() + 90 * DAY_MS,
      },
      { bearer: giver.token },
    );
  for (const account of [me.email, phone, userName]) expect((await grant(account)).code).toBe(200);
  const handOver = { account: me.email.toUpperCase() };
  expect((await post(`/stations/${second}/hand-over`, handOver, { bearer: giver.token })).code).toBe(200);
  const invited = { role: 'owner', maxUses: 1, validDays: 7 };
  const invite = (to: object) =>
    post(`/organisations/${merchant.id}/invites`, { ...invited, ...to }, { bearer: head.token });
  expect((await invite({ email: me.email })).code).toBe(200);
  expect((await invite({ mobile: phone })).code).toBe(200);
  for (const account of [me.email, phone, userName]) await login(account, 'Wrong-Horse-1');
  for (const validateType of ['login', 'resetPassword', 'changeContact'])
    await post('/ups/user/sendValidateCode', { email: me.email, validateType });
  await login(me.email, PASSWORD);
  const fates = [first, second].map((id) => ({ id, fate: 'delete' }));
  await cancel(giver, [...fates, { id: third, fate: 'transfer', to: me.email }]);
  return { me, head, texts: [me.email, phone, userName] };
}

test('no table holds e-mail, phone or user name of an account that erased itself', async () => {
  const { me, texts } = await wellKnown();
  expect(await tablesWith(texts)).toContain('public.users');
  await cancel(me);
  await db
    .updateTable('users')
    .set({ cancelRequestedAt: new Date(clock.now() - 15 * DAY_MS) })
    .where('id', '=', me.id)
    .execute();
  await eraseDue(platform);
  expect(await tablesWith(texts)).toEqual([]);
});

test('nor of one that an administrator deleted, nor its name', async () => {
  const { me, head, texts } = await wellKnown();
  const signed = await signedAs(head);
  expect((await signed.del(`/ups/user/?id=${me.id}`)).code).toBe(200);
  expect(await tablesWith([...texts, 'Maximiliana'])).toEqual([]);
});
