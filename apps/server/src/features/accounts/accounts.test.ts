import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { newAddress } from '../../../test/api-kit.ts';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { ensureAdmin, resolveActor, signIn } from './index.ts';
import { LOCK_MS } from './login-lock.ts';
import { SESSION_MS, UNREMEMBERED_MS } from './sessions.ts';

const platform = await testPlatform({ SUNFLEET_ADMIN_PASSWORD: 'Admin-of-the-test-1' });
const { server, call, post, login, account: user } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const get = (path: string, bearer: string) => call(path, { bearer });

describe('login', () => {
  test('by e-mail in any case, phone in any spelling, or user name', async () => {
    const digits = String(Date.now()).slice(-9);
    const userName = `name-${randomUUID().slice(0, 8)}`;
    const { id, email } = await user({ phone: `+49 30 ${digits}`, userName });
    for (const account of [email.toUpperCase(), `+49-30-${digits}`, userName]) {
      const answer = await login(account, PASSWORD);
      expect(answer.data.account.id, account).toBe(id);
    }
  });

  test('answers the account with its organisation and permissions, and writes who signed in', async () => {
    const organisation = await makeOrganisation(platform);
    const { id, email } = await user({
      role: 'installer',
      organisationId: organisation.id,
      language: 'de-DE',
    });
    const { data } = await login(email, PASSWORD);
    expect(data.account).toMatchObject({
      role: 'installer',
      language: 'de-DE',
      visitor: false,
      organisation: { id: organisation.id, code: organisation.code },
    });
    expect(data.account.permissions).toContain('stations.create');
    expect(data.account.permissions).not.toContain('ingestKeys.manage');
    const rows = await platform.db.selectFrom('auditLog').selectAll().where('userId', '=', id).execute();
    expect(rows.map((row) => row.action)).toEqual(['accounts.login']);
  });

  test('an unknown account and a wrong password are told the same', async () => {
    const { email } = await user();
    const wrong = await login(email, 'Wrong-Horse-1');
    const unknown = await login('nobody@example.test', 'Wrong-Horse-1');
    expect(wrong.error).toBe('wrongCredentials');
    expect(unknown).toEqual(wrong);
  });

  test('five failures lock an account for one address for ten minutes, and for no other address', async () => {
    const { email } = await user();
    const attacker = newAddress();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await login(email, 'Wrong-Horse-1', attacker)).error).toBe('wrongCredentials');
    }
    expect((await login(email, PASSWORD, attacker)).error).toBe('accountLocked');
    expect((await login(email, PASSWORD)).code).toBe(200);
    platform.clock.advance(LOCK_MS + 1);
    expect((await login(email, PASSWORD, attacker)).code).toBe(200);
  });

  test('attempts at the same moment do not slip past the lock', async () => {
    const { email } = await user();
    const attacker = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login(email, 'Wrong-Horse-1', attacker)),
    );
    expect(answers.filter((answer) => answer.error === 'wrongCredentials')).toHaveLength(5);
    expect(answers.filter((answer) => answer.error === 'accountLocked')).toHaveLength(7);
  });

  test('an unknown account is locked as a known one is', async () => {
    const attacker = newAddress();
    const errors: string[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      errors.push((await login('nobody-at-all', 'Wrong-Horse-1', attacker)).error ?? '');
    }
    expect(errors).toEqual([...Array.from({ length: 5 }, () => 'wrongCredentials'), 'accountLocked']);
  });

  test('who writes another address into a header is not taken for another', async () => {
    const { email } = await user();
    const attacker = newAddress();
    const errors: string[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const body = { account: email, password: 'Wrong-Horse-1' };
      const headers = { 'x-forwarded-for': `198.51.100.${attempt}` };
      const { error } = await call('/ups/user/login', { body, address: attacker, headers });
      errors.push(error ?? 'none');
    }
    expect(errors.at(-1)).toBe('accountLocked');
  });

  test('a success forgets the failures before it', async () => {
    const { email } = await user();
    const address = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 1; attempt <= 4; attempt += 1) await login(email, 'Wrong-Horse-1', address);
      expect((await login(email, PASSWORD, address)).code).toBe(200);
    }
  });
});

describe('sessions', () => {
  test('the token opens the account until it ends, and only its hash is stored', async () => {
    const { id, email } = await user();
    const { data } = await login(email, PASSWORD);
    expect((await get('/ups/user/personalInfo', data.token)).data.id).toBe(id);
    const stored = await platform.db.selectFrom('sessions').selectAll().where('userId', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(data.token);
    platform.clock.advance(SESSION_MS + 1);
    expect(await get('/ups/user/personalInfo', data.token)).toMatchObject({
      code: 401,
      error: 'unauthorised',
    });
  });

  test('a refresh token brings new tokens once; the old ones are dead', async () => {
    const { email } = await user();
    const first = (await login(email, PASSWORD)).data;
    const second = (await get('/ups/user/refreshToken', first.refreshToken)).data;
    expect(second.account.email).toBe(email);
    expect((await get('/ups/user/personalInfo', second.token)).code).toBe(200);
    expect((await get('/ups/user/personalInfo', first.token)).code).toBe(401);
    expect((await get('/ups/user/refreshToken', first.refreshToken)).code).toBe(401);
    expect((await get('/ups/user/refreshToken', second.token)).code).toBe(401);
  });

  test('who is not remembered cannot refresh after the session was left alone; who is remembered can', async () => {
    const { email } = await user();
    const brief = (await login(email, PASSWORD)).data;
    const long = (await post('/ups/user/login', { account: email, password: PASSWORD, remember: true })).data;
    platform.clock.advance(UNREMEMBERED_MS + 1);
    expect((await get('/ups/user/refreshToken', brief.refreshToken)).code).toBe(401);
    expect((await get('/ups/user/refreshToken', long.refreshToken)).code).toBe(200);
  });

  test('logout ends this session and no other of the user', async () => {
    const { email } = await user();
    const here = (await login(email, PASSWORD)).data;
    const there = (await login(email, PASSWORD)).data;
    expect((await post('/ups/user/logout', {}, { bearer: here.token })).code).toBe(200);
    expect((await get('/ups/user/personalInfo', here.token)).code).toBe(401);
    expect((await get('/ups/user/refreshToken', here.refreshToken)).code).toBe(401);
    expect((await get('/ups/user/personalInfo', there.token)).code).toBe(200);
  });

  test('the actor of a session knows role and organisation chain', async () => {
    const root = await makeOrganisation(platform);
    const child = await makeOrganisation(platform, root);
    const { id } = await user({
      role: 'organisationAdmin',
      organisationId: child.id,
      language: 'xx-XX' as never,
    });
    const resolved = await resolveActor(platform, await signIn(platform, { id }));
    expect(resolved?.language).toBeNull();
    expect(resolved?.actor).toMatchObject({
      kind: 'user',
      userId: id,
      role: 'organisationAdmin',
      organisationPath: `/${root.id}/${child.id}/`,
    });
    expect(await resolveActor(platform, 'no such token')).toBeUndefined();
  });
});

test('a visitor is nobody, may look and nothing else, and can be refreshed', async () => {
  const { data } = await post('/ups/user/visitor', {});
  expect(data.account).toMatchObject({ id: null, role: 'visitor', visitor: true, organisation: null });
  expect(data.account.permissions.toSorted()).toEqual([
    'alarms.view',
    'devices.view',
    'stations.view',
    'telemetry.view',
  ]);
  expect((await resolveActor(platform, data.token))?.actor).toMatchObject({ kind: 'visitor', userId: null });
  expect((await get('/ups/user/refreshToken', data.refreshToken)).data.account.visitor).toBe(true);
});

test('nodes are public', async () => {
  const { data } = await get('/nodes', '');
  expect(data).toEqual([
    { key: 'international', name: null, url: 'http://localhost', current: true, countries: [] },
  ]);
});

test('the administrator of the settings is created once, also by two starts at the same moment', async () => {
  const created = await Promise.all([ensureAdmin(platform), ensureAdmin(platform)]);
  expect(created.map((one) => one.created).toSorted()).toEqual([false, true]);
  const { data } = await login(platform.config.adminEmail, 'Admin-of-the-test-1');
  expect(data.account.role).toBe('platformAdmin');
});

test('a user name that could be taken for an e-mail or a phone number is refused', async () => {
  await expect(user({ userName: 'a@b' })).rejects.toThrow('cannot be a user name');
  await expect(user({ userName: '12345' })).rejects.toThrow('cannot be a user name');
});
