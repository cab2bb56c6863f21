import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makePasskey, makeUser } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { registerMembersRoutes } from '../members/index.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { endSessionsOf } from './sessions.ts';
import { setPassword } from './set-password.ts';

const platform = await testPlatform();
const { server, call, post, codeFor, person, account, signedAs } = await openAccounts(
  platform,
  registerMembersRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const NEW_PASSWORD = 'Other-Horse-2';
const JOINING = { accountType: 'professional', organization: { name: 'Of a thief', type: 'enterprise' } };

/** An account with an API key, a passkey, and a second factor that was confirmed. */
async function guarded(values: Parameters<typeof person>[0] = {}) {
  const me = await person(values);
  const body = { name: 'Robot', permissions: ['stations.view'], expiresInDays: null };
  const { data } = await call('/api-keys', { body, bearer: me.token });
  await makePasskey(platform, me.id, 'Old phone');
  const confirmed = { totpConfirmedAt: new Date(platform.clock.now()) };
  await platform.db.updateTable('users').set(confirmed).where('id', '=', me.id).execute();
  return { me, key: data.key as string, prefix: data.apiKey.prefix as string };
}

const left = async (userId: number) => {
  const count = async (table: 'apiKeys' | 'passkeys') =>
    (await platform.db.selectFrom(table).select('id').where('userId', '=', userId).execute()).length;
  const user = await platform.db
    .selectFrom('users')
    .select('totpConfirmedAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    apiKeys: await count('apiKeys'),
    passkeys: await count('passkeys'),
    totp: user.totpConfirmedAt !== null,
  };
};

const rowOf = (action: string, userId: number) =>
  platform.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', action)
    .where('objectId', '=', String(userId))
    .executeTakeFirstOrThrow();

describe('what a new password leaves of an account', () => {
  test('a reset by code ends keys and passkeys, keeps the second factor, and writes down what fell', async () => {
    const { me, key, prefix } = await guarded();
    const other = await guarded();
    const validateCode = await codeFor({ email: me.email }, 'resetPassword');
    const body = { email: me.email, validateCode, password: NEW_PASSWORD };
    expect((await post('/ups/user/resetPwd', body)).code).toBe(200);
    expect(await left(me.id)).toEqual({ apiKeys: 0, passkeys: 0, totp: true });
    expect((await call('/ups/user/personalInfo', { bearer: key })).code).toBe(401);
    expect((await rowOf('accounts.resetPassword', me.id)).before).toEqual({
      apiKeys: [{ name: 'Robot', prefix }],
      passkeys: ['Old phone'],
    });
    expect(await left(other.me.id)).toMatchObject({ apiKeys: 1, passkeys: 1 });
  });

  test('so does one by an administrator', async () => {
    const { id: organisationId } = await makeOrganisation(platform);
    const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
    const { me, prefix } = await guarded({ role: 'installer', organisationId });
    const signed = await signedAs(admin);
    expect((await signed.post('/ups/user/reset', { userId: me.id })).code).toBe(200);
    expect(await left(me.id)).toEqual({ apiKeys: 0, passkeys: 0, totp: true });
    expect((await rowOf('members.resetPassword', me.id)).before).toEqual({
      apiKeys: [{ name: 'Robot', prefix }],
      passkeys: ['Old phone'],
    });
  });

  test('a change with the old password ends API keys, which a thief may have made, and keeps passkeys', async () => {
    const { me, key } = await guarded();
    const body = { oldPassword: PASSWORD, password: NEW_PASSWORD };
    const changed = await call('/ups/user/updatePwd', { method: 'PUT', bearer: me.token, body });
    expect(changed.code).toBe(200);
    expect(await left(me.id)).toEqual({ apiKeys: 0, passkeys: 1, totp: true });
    expect((await call('/ups/user/personalInfo', { bearer: key })).code).toBe(401);
  });
});

describe('at the same moment', () => {
  const making = (actor: { userId: number; sessionId: number }) => {
    const context = {
      actor: { ...systemActor, kind: 'user' as const, ...actor },
      language: 'en-US' as const,
      address: null,
      bearer: '',
    };
    return createApiKey(platform, context, { name: 'Late', permissions: [], expiresInDays: null });
  };
  const sessionOf = async (me: SignedIn) =>
    (
      await platform.db
        .selectFrom('sessions')
        .select('id')
        .where('userId', '=', me.id)
        .executeTakeFirstOrThrow()
    ).id;

  test('a session that ends makes no key any more', async () => {
    const me = await person();
    const sessionId = await sessionOf(me);
    let late: Promise<unknown> = Promise.resolve();
    await platform.db.transaction().execute(async (trx) => {
      await endSessionsOf(trx, me.id);
      late = making({ userId: me.id, sessionId }).catch((error: unknown) => error);
      await waiting();
    });
    expect(await late).toMatchObject({ key: 'unauthorised' });
    expect(await left(me.id)).toMatchObject({ apiKeys: 0 });
  });

  test('who holds the account, as an administrator does, and who makes a key do not wait in a circle', async () => {
    const me = await account();
    const session = await platform.db
      .insertInto('sessions')
      .values({
        userId: me.id,
        tokenHash: Buffer.from(`t${me.id}`),
        refreshHash: Buffer.from(`r${me.id}`),
        expiresAt: new Date(platform.clock.now() + 1000),
        refreshExpiresAt: new Date(platform.clock.now() + 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    let late: Promise<unknown> = Promise.resolve();
    await platform.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', me.id).forUpdate().execute();
      late = making({ userId: me.id, sessionId: session.id }).catch((error: unknown) => error);
      await waiting();
      await endSessionsOf(trx, me.id);
    });
    expect(await late).toMatchObject({ key: 'unauthorised' });
  });

  test.each([
    ['another password', 'PUT', '/ups/user/updatePwd', { oldPassword: PASSWORD, password: 'Thief-Horse-3' }],
    ['another user name', 'PUT', '/ups/user/updateInfo', { userName: 'thief-of-names' }],
    ['no second factor', 'POST', '/ups/user/totp/disable', { password: PASSWORD }],
    ['an organisation', 'POST', '/ups/user/accountType', { ...JOINING, password: PASSWORD }],
  ] as const)('a session that ends leaves the account %s no more', async (_what, method, path, body) => {
    const { me } = await guarded();
    const read = () =>
      platform.db
        .selectFrom('users')
        .select(['passwordHash', 'userName', 'totpConfirmedAt', 'organisationId', 'accountType'])
        .where('id', '=', me.id)
        .executeTakeFirstOrThrow();
    const passwordHash = 'of its holder';
    let late: ReturnType<typeof call> | undefined;
    await platform.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', me.id).forUpdate().execute();
      // The old password was right when this was asked.
      late = call(path, { method, body, bearer: me.token });
      await waiting();
      await setPassword(trx, { userId: me.id, passwordHash, initial: false, now: platform.clock.now() });
      await endSessionsOf(trx, me.id);
    });
    expect((await late!).error).toBe('unauthorised');
    expect(await read()).toMatchObject({
      passwordHash,
      userName: null,
      totpConfirmedAt: expect.any(Date),
      accountType: 'personal',
    });
  });

  /** Until somebody waits for a lock of another. */
  async function waiting(): Promise<void> {
    await expect
      .poll(async () => {
        const { rows } = await platform.pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
  }
});
