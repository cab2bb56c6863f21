import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode, makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerDisputesRoutes } from '../disputes/index.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerMembersRoutes } from '../members/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { eraseDue } from './erase-accounts.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, call, post, person, login, signedAs } = await openAccounts(
  platform,
  registerCancellationRoutes,
  registerDevicesRoutes,
  registerDisputesRoutes,
  registerGrantsRoutes,
  registerMembersRoutes,
  registerOrganisationsRoutes,
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

/** Fifteen days later. */
async function goesNow({ id }: SignedIn): Promise<void> {
  const cancelRequestedAt = new Date(clock.now() - 15 * DAY_MS);
  await db.updateTable('users').set({ cancelRequestedAt }).where('id', '=', id).execute();
  await eraseDue(platform);
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
  const withdrawn = await invite({ email: me.email });
  const withdraw = `/invites/${withdrawn.data.id}`;
  expect((await call(withdraw, { method: 'DELETE', bearer: head.token })).code).toBe(200);
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
  await goesNow(me);
  expect(await tablesWith(texts)).toEqual([]);
});

test('nor of one that an administrator deleted, nor its name', async () => {
  const { me, head, texts } = await wellKnown();
  const signed = await signedAs(head);
  expect((await signed.del(`/ups/user/?id=${me.id}`)).code).toBe(200);
  expect(await tablesWith([...texts, 'Maximiliana'])).toEqual([]);
});

test('nor the words of an answer to a dispute; that and when it was answered stays', async () => {
  const [me, claimant] = [await person(), await person()];
  const [mine, theirs] = [
    await makeStation(platform, { ownerId: me.id }),
    await makeStation(platform, { ownerId: claimant.id }),
  ];
  const device = await makeDevice(platform, { stationId: mine.id, organisationId: mine.organisationId });
  const claim = { sn: device.sn, reason: 'It hangs on my wall.' };
  expect((await post(`/stations/${theirs.id}/disputes`, claim, { bearer: claimant.token })).code).toBe(200);
  const { id: disputeId } = (await call(`/devices/${device.id}/disputes`, { bearer: me.token })).data[0];
  const answer = 'I am Leopoldina Holder, and I bought it.';
  const reply = { disputeId, answer };
  expect((await post(`/devices/${device.id}/disputes/reply`, reply, { bearer: me.token })).code).toBe(200);
  expect(await tablesWith(['Leopoldina'])).toEqual(['public.disputes']);
  await cancel(me, [{ id: mine.id, fate: 'keep' }]);
  await goesNow(me);
  expect(await tablesWith(['Leopoldina'])).toEqual([]);
  const dispute = await db.selectFrom('disputes').selectAll().where('id', '=', disputeId).executeTakeFirst();
  expect(dispute).toMatchObject({
    state: 'open',
    answer: null,
    answeredAt: expect.any(Date),
    answeredBy: null,
  });
});

test('nor name, tax number and bank of the organisation that was the person’s own; that they changed stays', async () => {
  const { id: own } = await makeOrganisation(platform);
  await db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', own).execute();
  const me = await person({ role: 'organisationAdmin', organisationId: own });
  const fields = {
    name: 'Leopold Sole',
    taxId: 'TAX-77-031',
    bankName: 'Bank of Leopold',
    bankAccount: 'ZZ12 0031 9',
  };
  const edit = await call(`/organisations/${own}`, { method: 'PUT', body: fields, bearer: me.token });
  expect(edit.code).toBe(200);
  const texts = Object.values(fields);
  expect(await tablesWith(texts)).toEqual(['public.organisations']);
  await cancel(me);
  await goesNow(me);
  expect(await tablesWith(texts)).toEqual([]);
  const log = await db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('objectType', '=', 'organisation')
    .where('objectId', '=', String(own))
    .where('allowed', '=', true)
    .orderBy('id')
    .execute();
  expect(log).toMatchObject([
    { action: 'organisations.edit', after: { name: 'L***', bankAccount: 'Z***' } },
    { action: 'organisations.delete' },
  ]);
});
