import { afterAll, describe, expect, test, vi } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';

const platform = await testPlatform();
const { server, call, person, auditOf } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const login = async ({ email }: SignedIn, headers: Record<string, string> = {}) =>
  (await call('/ups/user/login', { body: { account: email, password: PASSWORD }, headers })).data;
const open = async (bearer: string) => (await call('/ups/user/personalInfo', { bearer })).code === 200;
const refresh = (bearer: string) => call('/ups/user/refreshToken', { bearer });

function accessChanges(): { count: number; end: () => void } {
  const seen = { count: 0, end: platform.bus.subscribe('accessChanged', () => void (seen.count += 1)) };
  return seen;
}

describe('the list of sessions', () => {
  test('names browser and system, marks the current one and is nobody else’s', async () => {
    const me = await person();
    const other = await person();
    platform.clock.advance(1000);
    const { token } = await login(me, { 'user-agent': FIREFOX });
    const { data } = await call('/ups/user/sessions', { bearer: token });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      current: true,
      browser: 'Firefox 140',
      system: 'Linux',
      remember: false,
      lastSeenAt: platform.clock.now(),
    });
    expect(data[1]).toMatchObject({ current: false, browser: null, system: null, address: null });
    expect((await call('/ups/user/sessions', { bearer: other.token })).data).toHaveLength(1);
  });

  test('asks for a session, and has nothing for a visitor', async () => {
    expect((await call('/ups/user/sessions')).code).toBe(401);
    const { data } = await call('/ups/user/visitor', { method: 'POST' });
    expect((await call('/ups/user/sessions', { bearer: data.token })).error).toBe('userNotFound');
  });
});

describe('ending sessions', () => {
  test('one of the own ends at once, is written down and announced', async () => {
    const me = await person();
    const away = await login(me);
    const changes = accessChanges();
    const { data } = await call('/ups/user/sessions', { bearer: me.token });
    const { id } = data.find((row: { current: boolean }) => !row.current);
    const path = `/ups/user/sessions/${id}`;
    expect((await call(path, { method: 'DELETE', bearer: me.token })).code).toBe(200);
    expect(await open(away.token)).toBe(false);
    expect((await refresh(away.refreshToken)).code).toBe(401);
    expect((await call(path, { method: 'DELETE', bearer: me.token })).error).toBe('sessionNotFound');
    expect(changes.count).toBe(1);
    changes.end();
    expect((await auditOf(me.id)).map((row) => row.action)).toContain('accounts.endSession');
  });

  test('somebody else’s is not there', async () => {
    const [me, other] = [await person(), await person()];
    const { data } = await call('/ups/user/sessions', { bearer: other.token });
    const path = `/ups/user/sessions/${data[0].id}`;
    expect((await call(path, { method: 'DELETE', bearer: me.token })).error).toBe('sessionNotFound');
    expect(await open(other.token)).toBe(true);
  });

  test('all others end, this one stays', async () => {
    const me = await person();
    const away = [await login(me), await login(me)];
    const answer = await call('/ups/user/sessions', { method: 'DELETE', bearer: me.token });
    expect(answer.data).toEqual({ ended: 2 });
    expect(await Promise.all(away.map(({ token }) => open(token)))).toEqual([false, false]);
    expect(await open(me.token)).toBe(true);
  });
});

describe('a refresh token that was traded', () => {
  test('ends the whole session when a copy of it comes, which is written down and announced', async () => {
    const me = await person();
    const first = await login(me);
    const second = (await refresh(first.refreshToken)).data;
    const third = (await refresh(second.refreshToken)).data;
    const changes = accessChanges();
    expect((await refresh(first.refreshToken)).code).toBe(401);
    expect(await open(third.token)).toBe(true);
    platform.clock.advance(11_000);
    expect((await refresh(second.refreshToken)).code).toBe(401);
    expect(await open(third.token)).toBe(false);
    expect((await refresh(third.refreshToken)).code).toBe(401);
    await vi.waitFor(() => expect(changes.count).toBe(1));
    changes.end();
    const row = (await auditOf(me.id)).find(({ action }) => action === 'accounts.tokenReused');
    expect(row).toMatchObject({ objectType: 'session', actorKind: 'system' });
    expect(await open(me.token)).toBe(true);
  });

  test('is forgiven for ten seconds to two tabs that refresh at the same moment', async () => {
    const me = await person();
    const { refreshToken } = await login(me);
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
    const won = answers.filter(({ code }) => code === 200);
    expect(won).toHaveLength(1);
    platform.clock.advance(10_000);
    expect((await refresh(refreshToken)).code).toBe(401);
    expect(await open(won[0]!.data.token)).toBe(true);
    expect((await auditOf(me.id)).map((row) => row.action)).not.toContain('accounts.tokenReused');
  });
});

test('the history of logins is a page of the own ones, newest first', async () => {
  const me = await person();
  await login(me);
  platform.clock.advance(1000);
  await login(me, { 'user-agent': FIREFOX });
  const { data } = await call('/ups/user/logins?pageSize=1', { bearer: me.token });
  expect(data).toMatchObject({ total: 2, page: 1, pageSize: 1 });
  expect(data.rows).toEqual([
    {
      at: platform.clock.now(),
      method: 'password',
      outcome: 'success',
      address: expect.any(String),
      browser: 'Firefox 140',
      system: 'Linux',
    },
  ]);
  const next = await call('/ups/user/logins?pageSize=1&page=2', { bearer: me.token });
  expect(next.data.rows[0].at).toBe(platform.clock.now() - 1000);
  expect((await call('/ups/user/logins?pageSize=0', { bearer: me.token })).error).toBe('invalidInput');
  expect((await call('/ups/user/logins')).code).toBe(401);
});
