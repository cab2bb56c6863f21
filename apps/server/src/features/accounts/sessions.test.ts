import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeUser } from '../../../test/makers.ts';
import { clearAttempts, FAILURES_BEFORE_LOCK, LOCK_MS, takeAttempt } from './login-lock.ts';
import {
  LONGEST_REMEMBERED_MS,
  LONGEST_UNREMEMBERED_MS,
  openSession,
  REMEMBERED_MS,
  rotateSession,
  SESSION_MS,
  UNREMEMBERED_MS,
} from './sessions.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

const T0 = Date.UTC(2026, 0, 1);
const sessionsOf = (userId: number) =>
  db.selectFrom('sessions').selectAll().where('userId', '=', userId).execute();

async function opened(remember: boolean) {
  const { id: userId } = await makeUser(platform);
  const tokens = await openSession(db, { userId, address: '192.0.2.1', userAgent: 'test', remember }, T0);
  return { userId, tokens };
}

async function rotated(refreshToken: string, now: number): Promise<string> {
  const rotation = await rotateSession(db, refreshToken, now);
  if (!rotation || 'reused' in rotation) throw new Error('not traded');
  return rotation.tokens.refreshToken;
}

describe('sessions', () => {
  test('of those that are over a part goes with each that is opened, so that whoever signs in waits for none of the others', async () => {
    const { id: userId } = await makeUser(platform);
    const session = { userId, address: null, userAgent: null, remember: false };
    const before = T0 - 400 * 86_400_000;
    for (let n = 0; n < 250; n += 1) await openSession(db, session, before);
    expect(await sessionsOf(userId)).toHaveLength(250);
    const [first] = await sessionsOf(userId);
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('sessions').select('id').where('id', '=', first!.id).forUpdate().execute();
      await openSession(db, session, T0);
    });
    expect(await sessionsOf(userId)).toHaveLength(151);
    for (let n = 0; n < 2; n += 1) await openSession(db, session, T0);
    expect(await sessionsOf(userId)).toHaveLength(3);
  });

  test('of visitors, whose tokens nobody steals, no traded one is kept', async () => {
    const visitor = { userId: null, address: null, userAgent: null, remember: false };
    const { refreshToken } = await openSession(db, visitor, T0);
    const traded = async () => (await db.selectFrom('tradedTokens').selectAll().execute()).length;
    const kept = await traded();
    await rotated(await rotated(refreshToken, T0 + 1000), T0 + 2000);
    expect(await traded()).toBe(kept);
  });

  test('how long a session lasts depends on whether its user wants to be remembered', async () => {
    const [brief, long] = [await opened(false), await opened(true)];
    expect(brief.tokens.expiresAt).toBe(T0 + SESSION_MS);
    expect((await sessionsOf(brief.userId))[0]?.refreshExpiresAt.getTime()).toBe(T0 + UNREMEMBERED_MS);
    expect((await sessionsOf(long.userId))[0]?.refreshExpiresAt.getTime()).toBe(T0 + REMEMBERED_MS);
  });

  test('a refresh moves its end on by the same time, as often as it is done in time', async () => {
    const { userId, tokens } = await opened(true);
    let refreshToken = tokens.refreshToken;
    for (let round = 1; round <= 3; round += 1) {
      const now = T0 + round * (REMEMBERED_MS - 1000);
      refreshToken = await rotated(refreshToken, now);
      const [row] = await sessionsOf(userId);
      expect(row?.refreshExpiresAt.getTime()).toBe(now + REMEMBERED_MS);
    }
  });

  test('a stolen refresh token does not live for ever: after a time somebody has to sign in again', async () => {
    for (const [remember, step, longest] of [
      [false, UNREMEMBERED_MS, LONGEST_UNREMEMBERED_MS],
      [true, REMEMBERED_MS, LONGEST_REMEMBERED_MS],
    ] as const) {
      const { userId, tokens } = await opened(remember);
      let { refreshToken } = tokens;
      let now = T0;
      for (; now + step - 1 < T0 + longest; now += step - 1) {
        refreshToken = await rotated(refreshToken, now + step - 1);
      }
      refreshToken = await rotated(refreshToken, T0 + longest - 1);
      expect((await sessionsOf(userId)).map(({ expiresAt }) => expiresAt.getTime())).toEqual([T0 + longest]);
      expect(await rotateSession(db, refreshToken, T0 + longest)).toBeUndefined();
    }
  });

  test('of two who refresh with one token one wins', async () => {
    const { tokens } = await opened(false);
    const results = await Promise.all([1, 2, 3].map(() => rotateSession(db, tokens.refreshToken, T0 + 1)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('a token that was traded before ends the session, the last one after ten seconds only', async () => {
    const { userId, tokens } = await opened(true);
    const second = await rotated(tokens.refreshToken, T0 + 1000);
    expect(await rotateSession(db, tokens.refreshToken, T0 + 11_000)).toBeUndefined();
    const third = await rotated(second, T0 + 11_000);
    expect(await rotateSession(db, second, T0 + 12_000)).toBeUndefined();
    const [{ id: sessionId } = { id: 0 }] = await sessionsOf(userId);
    expect(await rotateSession(db, tokens.refreshToken, T0 + 12_000)).toEqual({
      reused: { sessionId, userId },
    });
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await rotateSession(db, third, T0 + 13_000)).toBeUndefined();
  });

  test('the last traded token ends the session too when it comes late', async () => {
    const { userId, tokens } = await opened(false);
    await rotated(tokens.refreshToken, T0);
    expect(await rotateSession(db, tokens.refreshToken, T0 + 10_001)).toMatchObject({ reused: { userId } });
  });

  test('traded tokens are forgotten once none of their age could still be used', async () => {
    const { userId, tokens } = await opened(true);
    const second = await rotated(tokens.refreshToken, T0);
    const third = await rotated(second, T0 + REMEMBERED_MS - 1);
    await rotated(third, T0 + REMEMBERED_MS);
    const [{ id } = { id: 0 }] = await sessionsOf(userId);
    const kept = await db.selectFrom('tradedTokens').selectAll().where('sessionId', '=', id).execute();
    expect(kept).toHaveLength(2);
  });

  test('sessions that are over are dropped when another is opened', async () => {
    const { userId } = await opened(false);
    await openSession(
      db,
      { userId: null, address: null, userAgent: null, remember: false },
      T0 + UNREMEMBERED_MS,
    );
    expect(await sessionsOf(userId)).toEqual([]);
  });
});

describe('lock', () => {
  const attempt = (account: string, now: number, address = 'a') => takeAttempt(db, { account, address, now });

  async function failTimes(account: string, times: number, now = T0): Promise<void> {
    for (let n = 0; n < times; n += 1) await attempt(account, now);
  }

  test('the attempt after the last allowed failure is refused until the lock ends', async () => {
    const account = randomUUID();
    await failTimes(account, FAILURES_BEFORE_LOCK);
    expect(await attempt(account, T0 + 1)).toBe(false);
    expect(await attempt(account, T0 + LOCK_MS - 1)).toBe(false);
    expect(await attempt(account, T0 + LOCK_MS)).toBe(true);
  });

  test('attempts during the lock do not make it longer', async () => {
    const account = randomUUID();
    await failTimes(account, FAILURES_BEFORE_LOCK);
    await failTimes(account, 20, T0 + LOCK_MS - 1);
    expect(await attempt(account, T0 + LOCK_MS)).toBe(true);
  });

  test('failures far apart do not add up', async () => {
    const account = randomUUID();
    for (let n = 0; n < 10; n += 1) expect(await attempt(account, T0 + n * LOCK_MS)).toBe(true);
  });

  test('another address and another account are not touched; a success forgets', async () => {
    const account = randomUUID();
    await failTimes(account, FAILURES_BEFORE_LOCK);
    expect(await attempt(account, T0, 'b')).toBe(true);
    expect(await attempt(randomUUID(), T0)).toBe(true);
    await clearAttempts(db, { account, address: 'a' });
    expect(await attempt(account, T0)).toBe(true);
  });
});
