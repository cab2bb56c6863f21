import { afterAll, describe, expect, test } from 'vitest';
import { newEmail, openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { usersWithOrganisation } from './account-view.ts';
import { openLogin } from './finish-login.ts';
import { endSessionsOf, hashPassword, setPassword, signIn } from './index.ts';

const platform = await testPlatform();
const { call, post, login, account } = await openAccounts(platform);
afterAll(() => platform.stop());

const rowOf = (id: number) =>
  usersWithOrganisation(platform.db).where('users.id', '=', id).executeTakeFirstOrThrow();
const sessionsOf = (userId: number) =>
  platform.db.selectFrom('sessions').select('id').where('userId', '=', userId).execute();

describe('an open session is no way to guess the password', () => {
  const guess = (bearer: string, oldPassword: string, address: string) =>
    call('/ups/user/updatePwd', {
      method: 'PUT',
      bearer,
      address,
      body: { oldPassword, password: 'Other-Horse-2' },
    });

  test('not by changing it, from however many addresses', async () => {
    const me = await account();
    const bearer = await signIn(platform, me);
    for (let n = 1; n <= 5; n += 1)
      expect((await guess(bearer, `Wrong-Horse-${n}`, `203.0.113.${n}`)).error).toBe('wrongPassword');
    expect((await guess(bearer, PASSWORD, '203.0.113.77')).error).toBe('accountLocked');
    expect((await login(me.email, PASSWORD)).code).toBe(200);
    platform.clock.advance(11 * 60_000);
    expect((await guess(bearer, PASSWORD, '203.0.113.77')).code).toBe(200);
  });

  test('not by where it is asked for again, one after the other', async () => {
    const bearer = await signIn(platform, await account());
    for (let n = 1; n <= 5; n += 1) {
      const body = { password: `Wrong-Horse-${n}` };
      await post('/ups/user/totp/start', body, { bearer, address: `2001:db8:${n}::1` });
    }
    expect((await guess(bearer, PASSWORD, '203.0.113.78')).error).toBe('accountLocked');
  });
});

describe('what was proven before does not outlive what happened since', () => {
  const finish = async (row: Awaited<ReturnType<typeof rowOf>>) =>
    openLogin(
      platform,
      { address: null, userAgent: null },
      { user: row, method: 'password', remember: true },
    ).then(
      () => 'open',
      (error: { key: string }) => error.key,
    );

  test('another password was set while a login was under way', async () => {
    const { id } = await account();
    const proven = await rowOf(id);
    const passwordHash = await hashPassword('Other-Horse-2');
    await platform.db.transaction().execute(async (trx) => {
      const change = { userId: id, passwordHash, initial: false, now: platform.clock.now() };
      await setPassword(trx, change);
      await endSessionsOf(trx, id);
    });
    expect(await finish(proven)).toBe('wrongCredentials');
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('the account was locked or erased while a login was under way', async () => {
    const { id } = await account();
    const proven = await rowOf(id);
    await platform.db
      .updateTable('users')
      .set({ lockedAt: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect(await finish(proven)).toBe('wrongCredentials');
    await platform.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await finish(proven)).toBe('wrongCredentials');
  });
});

describe('texts', () => {
  test('a NUL character is a wrong request and no failure of the server', async () => {
    const bearer = await signIn(platform, await account());
    expect((await login('nobody\u0000@example.test', PASSWORD)).error).toBe('invalidInput');
    const renamed = await call('/ups/user/updateInfo', {
      method: 'PUT',
      bearer,
      body: { userName: 'some\u0000body' },
    });
    expect(['invalidInput', 'malformedJson']).toContain(renamed.error);
  });

  test.each([
    ['full width letters', 'ａｄｍｉｎ', 'admin'],
    ['a ligature', 'oﬃce', 'office'],
    ['letters put together', 'Jose\u0301', 'josé'],
  ])('user names that look the same are the same: %s', async (_, spelled, plain) => {
    const suffix = newEmail().slice(0, 8);
    const me = await account({ userName: `${plain}${suffix}` });
    const bearer = await signIn(platform, await account());
    const body = { userName: `${spelled}${suffix}` };
    expect((await call('/ups/user/updateInfo', { method: 'PUT', bearer, body })).error).toBe('userNameTaken');
    const session = await login(`${spelled}${suffix}`, PASSWORD);
    expect(session.data.account.id).toBe(me.id);
  });

  test.each(['zero\u200Bwidth', 'soft\u00ADhyphen', 'turned\u202Eround', 'line\u2028break', 'a＠b'])(
    'user names hold nothing that cannot be seen or that reads as an address: %j',
    async (userName) => {
      const bearer = await signIn(platform, await account());
      const answer = await call('/ups/user/updateInfo', { method: 'PUT', bearer, body: { userName } });
      expect(answer.error).toBe('invalidInput');
    },
  );

  test.each([
    'zero\u200Bwidth@example.test',
    'a@ex\u00ADample.test',
    'group:a@example.test',
    'x(y)@example.test',
  ])('nor do e-mail addresses hold what mail programs leave out: %j', async (email) => {
    const answer = await post('/ups/user/sendValidateCode', { email, validateType: 'register' });
    expect(answer.error).toBe('invalidInput');
  });
});
