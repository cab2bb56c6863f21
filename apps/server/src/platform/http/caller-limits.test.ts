import { routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { newAddress } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { signIn } from '../../features/accounts/index.ts';
import { registerMembersRoutes } from '../../features/members/index.ts';
import { registerStationsRoutes } from '../../features/stations/index.ts';
import { systemActor } from '../actor.ts';
import { takeDenied, takeRequest } from './caller-limits.ts';
import { createTally } from './tally.ts';

const platform = await testPlatform();
const { server, call, person } = await openAccounts(platform, registerStationsRoutes, registerMembersRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const refusedRows = (column: 'userId' | 'address', value: number | string) =>
  platform.db
    .selectFrom('auditLog')
    .select(['action', 'objectType', 'objectId', 'address'])
    .where(column, '=', value as never)
    .where('allowed', '=', false)
    .orderBy('id')
    .execute();

/** What so many tries to see a station that is not there answer. */
async function tries(times: number, request: () => object): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = [];
  for (let n = 1; n <= times; n += 1) answers.push((await call(`/stations/${900_000 + n}`, request())).error);
  return answers;
}

describe('refused tries', () => {
  test('are all written down up to sixty a minute, then cut off with one entry that says so', async () => {
    const me = await person();
    const second = await signIn(platform, me);
    const answers = await tries(70, () => ({ bearer: second }));
    expect(answers.slice(0, 60).every((error) => error === 'stationNotFound')).toBe(true);
    expect(answers.slice(60).every((error) => error === 'tooManyRequests')).toBe(true);
    // Another session of the same account is no new start.
    expect(await tries(1, () => ({ bearer: me.token }))).toEqual(['tooManyRequests']);
    const rows = await refusedRows('userId', me.id);
    expect(rows).toHaveLength(61);
    expect(rows[59]).toMatchObject({ action: 'denied.getStation', objectId: '900060' });
    expect(rows[60]).toMatchObject({ action: 'security.cutOff', objectType: 'tooManyRequests' });
    // What is allowed goes on.
    expect((await call('/ups/user/personalInfo', { bearer: me.token })).code).toBe(200);
    platform.clock.advance(60_000);
    expect(await tries(1, () => ({ bearer: me.token }))).toEqual(['stationNotFound']);
    expect(await refusedRows('userId', me.id)).toHaveLength(62);
  });

  test('of one account are not counted for another, nor those of its API key', async () => {
    const me = await person();
    const body = { name: 'Robot', permissions: ['stations.view'], expiresInDays: null };
    const { data } = await call('/api-keys', { body, bearer: me.token });
    await tries(61, () => ({ bearer: data.key }));
    expect(await tries(1, () => ({ bearer: data.key }))).toEqual(['tooManyRequests']);
    expect(await tries(1, () => ({ bearer: me.token }))).toEqual(['stationNotFound']);
    const other = await person();
    expect(await tries(1, () => ({ bearer: other.token }))).toEqual(['stationNotFound']);
  });

  test('of visitors count by network, however many sessions they open', async () => {
    const address = newAddress();
    const visitors = await Promise.all([1, 2, 3].map(() => signIn(platform, { id: null })));
    let at = 0;
    await tries(62, () => ({ bearer: visitors[(at += 1) % 3], address }));
    expect(await refusedRows('address', address)).toHaveLength(61);
    const [visitor] = visitors;
    expect(await tries(1, () => ({ bearer: visitor }))).toEqual(['stationNotFound']);
  });
});

describe('refused tries of visitors of however many networks', () => {
  test('fill the log with a few a minute, and are answered as before', async () => {
    const visitor = (n: number) => ({
      actor: { ...systemActor, kind: 'visitor' as const },
      address: `2001:db8:77:${n.toString(16)}::1`,
    });
    const fates = Array.from({ length: 500 }, (_, n) => takeDenied(server.tally, visitor(n)));
    expect(fates.filter((fate) => fate === 'written').length).toBeLessThanOrEqual(240);
    expect(fates.at(-1)).toBe('unwritten');
    const address = newAddress();
    const bearer = await signIn(platform, { id: null });
    expect(await tries(61, () => ({ bearer, address }))).toEqual([
      ...Array.from({ length: 60 }, () => 'stationNotFound'),
      'tooManyRequests',
    ]);
    expect(await refusedRows('address', address)).toEqual([]);
    platform.clock.advance(60_000);
  });
});

/** Keeps everybody from the table of stations until the answer is called. */
async function holdStations(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const lock = platform.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE stations IN ACCESS EXCLUSIVE MODE`.execute(trx);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  return () => {
    done.resolve();
    return lock;
  };
}

describe('limits of who is signed in', () => {
  test('what waits for its turn is judged again when that has come: nobody acts on a session that ended meanwhile', async () => {
    const [me, other] = [await person(), await person()];
    const release = await holdStations();
    const before = Array.from({ length: 3 }, () => call('/stations/1', { bearer: me.token }));
    const waitingForStations = async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'stations'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
        platform.db,
      );
      return rows[0]!.n;
    };
    await vi.waitUntil(async () => (await waitingForStations()) === 3);
    const body = { name: 'Robot', permissions: ['stations.view'], expiresInDays: null };
    const waits = call('/api-keys', { body, bearer: me.token });
    for (let n = 0; n < 5; n += 1) await call('/ups/user/personalInfo', { bearer: other.token });
    await platform.db.updateTable('users').set({ lockedAt: new Date() }).where('id', '=', me.id).execute();
    platform.clock.advance(2000);
    await release();
    await Promise.all(before);
    expect((await waits).error).toBe('unauthorised');
    const keys = platform.db.selectFrom('apiKeys').select('id').where('userId', '=', me.id);
    expect(await keys.execute()).toEqual([]);
  });

  test('requests of one person that wait for the database keep nobody else out of it', async () => {
    const [many, other] = [await person(), await person()];
    const release = await holdStations();
    const waiting = Array.from({ length: 60 }, () => call('/stations/1', { bearer: many.token }));
    expect((await call('/ups/user/personalInfo', { bearer: other.token })).code).toBe(200);
    await release();
    expect((await Promise.all(waiting)).every(({ error }) => error === 'stationNotFound')).toBe(true);
  });

  test('a stolen session that writes without end keeps nobody from ending it', async () => {
    const me = await person();
    const thief = await signIn(platform, me);
    const write = (bearer: string) =>
      call('/ups/user/updateSettings', { method: 'PUT', body: { weekStart: 1 }, bearer });
    for (let n = 0; n < 1201; n += 1) await write(thief);
    expect((await write(me.token)).error).toBe('tooManyRequests');
    const ended = await call('/ups/user/sessions', { method: 'DELETE', bearer: me.token });
    expect(ended.data).toEqual({ ended: 1 });
    expect((await write(thief)).error).toBe('unauthorised');
  });

  test('a limit of a route holds for an account from however many addresses', async () => {
    const me = await person({ role: 'installer' });
    const look = () => call('/ups/user/info?condition=nobody%40example.test', { bearer: me.token });
    const answers: (string | undefined)[] = [];
    for (let n = 1; n <= 31; n += 1) answers.push((await look()).error);
    expect(answers.indexOf('tooManyRequests')).toBe(30);
  });

  test('writes have a generous one together; reading goes on', async () => {
    const me = await person();
    const write = () =>
      call('/ups/user/updateSettings', { method: 'PUT', body: { language: 5 }, bearer: me.token });
    const first: Awaited<ReturnType<typeof write>>[] = [];
    for (let n = 0; n < 12; n += 1) first.push(...(await Promise.all(Array.from({ length: 100 }, write))));
    expect(first.filter(({ error }) => error === 'tooManyRequests')).toEqual([]);
    expect((await write()).error).toBe('tooManyRequests');
    expect((await call('/ups/user/getSettings', { bearer: me.token })).code).toBe(200);
    platform.clock.advance(60_000);
    expect((await write()).error).not.toBe('tooManyRequests');
  });

  test('all API keys of one person write together no more than three of them, nor are more of their refused tries written down', () => {
    const by = (apiKeyId: number, userId = 7) => ({
      actor: { ...systemActor, kind: 'user' as const, userId, apiKeyId },
      address: null,
    });
    const tally = createTally({ now: () => 0 });
    const write = (apiKeyId: number, userId?: number) =>
      takeRequest(tally, by(apiKeyId, userId), { name: 'createLabel', definition: routes.createLabel });
    for (let n = 0; n < 3600; n += 1) write(n % 10);
    expect(() => write(11)).toThrow(expect.objectContaining({ key: 'tooManyRequests' }));
    write(12, 8);
    const told = Array.from({ length: 200 }, (_, n) => takeDenied(tally, by(n)));
    expect(told.filter((what) => what === 'written')).toHaveLength(180);
    expect(takeDenied(tally, by(201, 8))).toBe('written');
  });
});
