import { routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { newAddress } from '../../../test/api-kit.ts';
import { newEmail, openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { endSessionsOf, hashPassword, setPassword, signIn } from './index.ts';

const platform = await testPlatform();
const { call, post, codeFor, login, account } = await openAccounts(platform);
afterAll(() => platform.stop());

const NEW_PASSWORD = 'Other-Horse-2';
const setUser = (id: number, values: object) =>
  platform.db.updateTable('users').set(values).where('id', '=', id).execute();
const rowOf = (id: number) =>
  platform.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const loginsOf = async (userId: number) => {
  const rows = platform.db.selectFrom('logins').selectAll().where('userId', '=', userId).orderBy('id');
  return (await rows.execute()).map(({ method, outcome, address }) => [method, outcome, address]);
};
const auditOf = async (userId: number) => {
  const rows = platform.db.selectFrom('auditLog').select('action').where('userId', '=', userId).orderBy('id');
  return (await rows.execute()).map((row) => row.action);
};
const opens = async (bearer: string) => (await call('/ups/user/personalInfo', { bearer })).code === 200;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('login', () => {
  test('failures and locks of a known account are in its history', async () => {
    const { id, email } = await account();
    const address = newAddress();
    for (let attempt = 0; attempt < 6; attempt += 1) await login(email, 'Wrong-Horse-1', address);
    await vi.waitFor(async () => expect(await loginsOf(id)).toHaveLength(6));
    const outcomes = (await loginsOf(id)).map(([, outcome]) => outcome).toSorted();
    expect(outcomes).toEqual(['locked', ...Array.from({ length: 5 }, () => 'wrongPassword')]);
    expect((await loginsOf(id))[0]).toEqual(['password', expect.any(String), address]);
  });

  test('what only a known account has is written after the answer, whose time tells nothing', async () => {
    const { id, email } = await account();
    const answers = await platform.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE logins IN EXCLUSIVE MODE`.execute(trx);
      return [await login(email, 'Wrong-Horse-1'), await login(newEmail(), 'Wrong-Horse-1')];
    });
    expect(answers.map(({ error }) => error)).toEqual(['wrongCredentials', 'wrongCredentials']);
    await vi.waitFor(async () => expect(await loginsOf(id)).toHaveLength(1));
  });

  test('who signed in from a network before goes on where a neighbour used up its tries, and guesses at others stay as few', async () => {
    const [mine, another] = [await account(), await account()];
    const office = newAddress();
    expect((await login(mine.email, PASSWORD, office)).code).toBe(200);
    for (let n = 0; n < routes.login.ratePerMinute; n += 1) await login(newEmail(), 'Wrong-Horse-1', office);
    expect((await login(another.email, PASSWORD, office)).error).toBe('tooManyRequests');
    expect((await login(newEmail(), 'Wrong-Horse-1', office)).error).toBe('tooManyRequests');
    const entered = await login(` ${mine.email.toUpperCase()}`, PASSWORD, office);
    expect(entered.code).toBe(200);
    // The same with the tokens of its session, and nobody else's.
    const refresh = (bearer: string) => call('/ups/user/refreshToken', { bearer, address: office });
    for (let n = 0; n < routes.refreshToken.ratePerMinute; n += 1) await refresh('nonsense');
    expect((await refresh('nonsense')).error).toBe('tooManyRequests');
    expect((await refresh(entered.data.refreshToken)).code).toBe(200);
    const codes = [];
    for (let n = 0; n < 12; n += 1) codes.push((await login(mine.email, PASSWORD, office)).code);
    expect(new Set(codes.slice(-3))).toEqual(new Set([42900]));
  });

  test('where a network used up its tries no form is made of a name that no login takes: that takes the square of its marks', async () => {
    const address = newAddress();
    for (let n = 0; n < routes.login.ratePerMinute; n += 1) await login(newEmail(), 'Wrong-Horse-1', address);
    const made = vi.spyOn(String.prototype, 'normalize');
    const marks = `a${'\u0344'.repeat(3900)}${'\u0316'.repeat(3900)}`;
    const answer = await login(marks, 'Wrong-Horse-1', address);
    const longest = Math.max(0, ...made.mock.contexts.map((text) => String(text).length));
    made.mockRestore();
    expect(answer.error).toBe('tooManyRequests');
    expect(longest).toBeLessThan(300);
  });

  test('another spelling of a phone number is no way around its lock', async () => {
    const digits = String(Math.floor(Math.random() * 1e9)).padStart(9, '1');
    await account({ phone: `+4930${digits}` });
    const address = newAddress();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await login(`+49 30${' '.repeat(attempt)}${digits}`, 'Wrong-Horse-1', address);
    }
    expect((await login(`+4930${digits}`, PASSWORD, address)).error).toBe('accountLocked');
  });

  test('another address of the same IPv6 network is no way around a lock', async () => {
    const { email } = await account();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await login(email, 'Wrong-Horse-1', `2001:db8:7:7::${attempt}`);
    }
    expect((await login(email, PASSWORD, '2001:db8:7:7::99')).error).toBe('accountLocked');
    expect((await login(email, PASSWORD, '2001:db8:7:8::1')).code).toBe(200);
  });

  test('a password given by an administrator works once, and opens nothing but its change', async () => {
    const { id, email } = await account();
    const { db, clock } = platform;
    const passwordHash = await hashPassword('a1b2c3');
    await db
      .transaction()
      .execute((trx) => setPassword(trx, { userId: id, passwordHash, initial: true, now: clock.now() }));
    const answers = await Promise.all([1, 2, 3].map(() => login(email, 'a1b2c3')));
    const entered = answers.find((answer) => answer.code === 200);
    expect(answers.filter((answer) => answer.error === 'wrongCredentials')).toHaveLength(2);
    const bearer = entered?.data.token;
    expect(entered?.data.account.mustChangePassword).toBe(true);
    expect((await call('/bps/init/syncPlantPersonal', { method: 'POST', bearer })).error).toBe(
      'mustChangePassword',
    );
    const body = { oldPassword: 'a1b2c3', password: NEW_PASSWORD };
    expect((await call('/ups/user/updatePwd', { method: 'PUT', bearer, body })).code).toBe(200);
    expect((await call('/ups/user/personalInfo', { bearer })).data.mustChangePassword).toBe(false);
    for (let time = 0; time < 2; time += 1) expect((await login(email, NEW_PASSWORD)).code).toBe(200);
  });

  test('a locked account is told so after its password alone, and its initial password is not used up', async () => {
    const { id, email } = await account();
    await setUser(id, { lockedAt: new Date(platform.clock.now()), mustChangePassword: true });
    expect((await login(email, 'Wrong-Horse-1')).error).toBe('wrongCredentials');
    expect((await login(email, PASSWORD)).error).toBe('accountDisabled');
    await setUser(id, { lockedAt: null });
    expect((await login(email, PASSWORD)).code).toBe(200);
  });

  test('a weaker password of before still opens the account, which says so', async () => {
    const { email } = await account({ password: 'simple' });
    const { token, account: mine } = (await login(email, 'simple')).data;
    expect(mine.weakPassword).toBe(true);
    expect((await call('/ups/user/security', { bearer: token })).data.weakPassword).toBe(true);
    const strong = await account();
    await setUser(strong.id, { weakPassword: true });
    const again = (await login(strong.email, PASSWORD)).data;
    expect(again.account.weakPassword).toBe(false);
    expect((await call('/ups/user/security', { bearer: again.token })).data.weakPassword).toBe(false);
  });

  test('fifty logins at once are worked on beside the thread that answers everybody', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => account()));
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(people[index % 10]!.email, PASSWORD)),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(50);
    expect(process.threadCpuUsage(own).user).toBeLessThan(process.cpuUsage(all).user / 2);
  });
});

describe('loginByCode', () => {
  const byCode = (body: object, from: { address?: string } = {}) => post('/ups/user/loginByCode', body, from);

  test('opens a session once, and stands in the history', async () => {
    const { id, email } = await account();
    const code = await codeFor({ email }, 'login');
    const { data } = await byCode({ email: email.toUpperCase(), validateCode: code, remember: true });
    expect(data.account.id).toBe(id);
    expect(await opens(data.token)).toBe(true);
    expect((await byCode({ email, validateCode: code })).error).toBe('codeExpired');
    expect((await loginsOf(id)).map((entry) => entry.slice(0, 2))).toEqual([['code', 'success']]);
  });

  test('a wrong code is counted and noted', async () => {
    const { id, email } = await account();
    const code = await codeFor({ email }, 'login');
    const from = { address: newAddress() };
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await byCode({ email, validateCode: wrong(code) }, from);
      expect(answer).toMatchObject({ error: 'wrongCode', msg: expect.stringContaining(`tries: ${left}`) });
    }
    expect((await byCode({ email, validateCode: code }, from)).error).toBe('codeExpired');
    await vi.waitFor(async () => expect((await loginsOf(id))[0]?.slice(0, 2)).toEqual(['code', 'wrongCode']));
  });

  test('without an account the same is told', async () => {
    const email = newEmail();
    await codeFor({ email }, 'login');
    expect((await byCode({ email, validateCode: 'abcdef' })).msg).toContain('tries: 4');
    expect((await byCode({ email: newEmail(), validateCode: 'abcdef' })).error).toBe('codeExpired');
    expect((await byCode({ email, validateCode: '' })).fields?.[0]?.path).toBe('body.validateCode');
    expect((await byCode({ validateCode: '123456' })).fields?.[0]?.path).toBe('body.email');
  });

  test('a locked account stays closed, and a second factor is still asked for', async () => {
    const locked = await account();
    await setUser(locked.id, { lockedAt: new Date(platform.clock.now()) });
    const code = await codeFor(locked, 'login');
    expect((await byCode({ email: locked.email, validateCode: code })).error).toBe('accountDisabled');
    const careful = await account();
    await setUser(careful.id, { totpConfirmedAt: new Date(platform.clock.now()) });
    const second = await codeFor(careful, 'login');
    const { data } = await byCode({ email: careful.email, validateCode: second });
    expect(data.secondFactor.ticket).toMatch(/^[\w-]{43}$/);
    expect(data.token).toBeUndefined();
  });
});

describe('updatePwd', () => {
  const change = (bearer: string, body: object, language = 'en-US') =>
    call('/ups/user/updatePwd', { method: 'PUT', bearer, body, language });

  test('sets the new password, ends every other session and says so to what is open', async () => {
    const { id, email } = await account();
    await setUser(id, { weakPassword: true });
    const [here, there] = [(await login(email, PASSWORD)).data, (await login(email, PASSWORD)).data];
    const changed = vi.fn<() => void>();
    const end = platform.bus.subscribe('accessChanged', changed);
    expect((await change(here.token, { oldPassword: PASSWORD, password: NEW_PASSWORD })).data).toBeNull();
    end();
    expect(changed).toHaveBeenCalledOnce();
    expect([await opens(here.token), await opens(there.token)]).toEqual([true, false]);
    expect((await login(email, PASSWORD)).error).toBe('wrongCredentials');
    expect((await login(email, NEW_PASSWORD)).data.account.weakPassword).toBe(false);
    expect((await rowOf(id)).passwordChangedAt?.getTime()).toBe(platform.clock.now());
    expect(await auditOf(id)).toContain('accounts.changePassword');
  });

  test.each([
    [
      { oldPassword: 'Wrong-Horse-1', password: NEW_PASSWORD },
      'wrongPassword',
      'body.oldPassword',
      'Das Passwort',
    ],
    [{ oldPassword: PASSWORD, password: PASSWORD }, 'invalidInput', 'body.password', ''],
    [{ oldPassword: PASSWORD, password: 'Password1' }, 'invalidInput', 'body.password', ''],
    [{ oldPassword: PASSWORD, password: 'short' }, 'invalidInput', 'body.password', ''],
    [{ oldPassword: '', password: NEW_PASSWORD }, 'invalidInput', 'body.oldPassword', ''],
  ])('refuses %o and changes nothing', async (body, error, path) => {
    const person = await account();
    const bearer = await signIn(platform, person);
    expect(await change(bearer, body)).toMatchObject({ error, fields: [{ path }] });
    expect((await login(person.email, PASSWORD)).code).toBe(200);
  });

  test('tells a repeated password by its rule', async () => {
    const bearer = await signIn(platform, await account());
    const answer = await change(bearer, { oldPassword: PASSWORD, password: PASSWORD });
    expect(answer.fields?.[0]?.message).toBe('The new password must differ from the old one.');
  });

  test('asks for a session of a person', async () => {
    const body = { oldPassword: PASSWORD, password: NEW_PASSWORD };
    expect((await change('', body)).code).toBe(401);
    const visitor = (await post('/ups/user/visitor', {})).data.token;
    expect((await change(visitor, body)).error).toBe('visitorReadOnly');
  });
});

describe('resetPwd', () => {
  const reset = (body: object) => post('/ups/user/resetPwd', body);

  test('sets a password by code, ends every session, and opens the lock', async () => {
    const { id, email } = await account({ userName: `n${newEmail().slice(0, 8)}` });
    const { userName } = await rowOf(id);
    await setUser(id, { mustChangePassword: true });
    const bearer = await signIn(platform, { id });
    const address = newAddress();
    for (let attempt = 0; attempt < 5; attempt += 1) await login(email, 'Wrong-Horse-1', address);
    for (let attempt = 0; attempt < 5; attempt += 1) await login(userName!, 'Wrong-Horse-1', address);
    const validateCode = await codeFor({ email }, 'resetPassword');
    expect((await reset({ email, validateCode, password: NEW_PASSWORD })).data).toBeNull();
    expect(await opens(bearer)).toBe(false);
    const entered = await login(email, NEW_PASSWORD, address);
    expect(entered?.data.account.mustChangePassword).toBe(false);
    expect((await login(userName!, NEW_PASSWORD, address)).code).toBe(200);
    expect(await auditOf(id)).toContain('accounts.resetPassword');
    expect((await reset({ email, validateCode, password: PASSWORD })).error).toBe('codeExpired');
  });

  test('refuses a wrong code, a code for something else, and a common password', async () => {
    const { email } = await account();
    const other = await codeFor({ email }, 'login');
    expect((await reset({ email, validateCode: other, password: NEW_PASSWORD })).error).toBe('codeExpired');
    const validateCode = await codeFor({ email }, 'resetPassword');
    const mistyped = { email, validateCode: wrong(validateCode), password: NEW_PASSWORD };
    expect((await reset(mistyped)).error).toBe('wrongCode');
    const common = await reset({ email, validateCode, password: 'Password1' });
    expect(common.fields?.[0]?.path).toBe('body.password');
    expect((await login(email, PASSWORD)).code).toBe(200);
  });

  test('tells nobody whether there is an account', async () => {
    const email = newEmail();
    await codeFor({ email }, 'resetPassword');
    const answer = await reset({ email, validateCode: 'abcdef', password: NEW_PASSWORD });
    expect(answer.error).toBe('wrongCode');
  });

  test('a second factor that was asked for with the old password is over', async () => {
    const { id, email } = await account();
    await setUser(id, { totpConfirmedAt: new Date(platform.clock.now()) });
    await login(email, PASSWORD);
    const validateCode = await codeFor({ email }, 'resetPassword');
    await reset({ email, validateCode, password: NEW_PASSWORD });
    const tickets = platform.db.selectFrom('loginTickets').select('userId').where('userId', '=', id);
    expect(await tickets.execute()).toEqual([]);
  });
});

test('sessions of one user end, but for the one that is named', async () => {
  const [person, other] = [await account(), await account()];
  const [kept, ended] = [
    (await login(person.email, PASSWORD)).data,
    (await login(person.email, PASSWORD)).data,
  ];
  const foreign = await signIn(platform, other);
  const { db } = platform;
  const first = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', person.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => endSessionsOf(trx, person.id, first.id));
  expect(await Promise.all([kept.token, ended.token, foreign].map(opens))).toEqual([true, false, true]);
  await db.transaction().execute((trx) => endSessionsOf(trx, person.id));
  expect(await opens(kept.token)).toBe(false);
});

test('an account has 200 sessions: the oldest ends where another one is opened, and nobody else loses one', async () => {
  const [person, other] = [await account(), await account()];
  const [first, second] = [
    (await login(person.email, PASSWORD)).data.token,
    (await login(person.email, PASSWORD)).data.token,
  ];
  const foreign = (await login(other.email, PASSWORD)).data.token;
  await sql`INSERT INTO sessions (user_id, token_hash, refresh_hash, created_at, expires_at, refresh_expires_at)
    SELECT user_id, sha256(token_hash || n::text::bytea), sha256(refresh_hash || n::text::bytea), created_at, expires_at, refresh_expires_at
      FROM (SELECT * FROM sessions WHERE user_id = ${person.id} ORDER BY id LIMIT 1) AS one, generate_series(1, 198) AS n`.execute(
    platform.db,
  );
  expect(await Promise.all([first, second, foreign].map(opens))).toEqual([true, true, true]);
  expect((await login(person.email, PASSWORD)).code).toBe(200);
  expect(await Promise.all([first, second, foreign].map(opens))).toEqual([false, true, true]);
});

test('a migration is refused until this node offers one', async () => {
  const bearer = await signIn(platform, await account());
  const answer = await call('/bps/init/syncPlantPersonal', { method: 'POST', bearer });
  expect(answer).toMatchObject({ code: 50_100, error: 'migrationNotOffered' });
  const visitor = (await post('/ups/user/visitor', {})).data.token;
  expect((await call('/bps/init/syncPlantPersonal', { method: 'POST', bearer: visitor })).error).toBe(
    'visitorReadOnly',
  );
});

test('the versions of the agreement are public', async () => {
  const { data } = await call('/legal');
  expect(data).toEqual({ agreementVersion: expect.any(String), privacyVersion: expect.any(String) });
});
