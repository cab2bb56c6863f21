import { afterAll, expect, test } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { auditRow } from '../audit.ts';
import { signIn } from '../../features/accounts/index.ts';
import { registerRoute } from './register-route.ts';

/** Names one object, and writes thirty thousand entries of the log. */
const OF_MANY = 999_999;

const platform = await testPlatform();
const { server, call, person } = await openAccounts(
  platform,
  (http) =>
    registerRoute(http, 'confirmAlarms', async (context, { body }) => {
      const entries = body.ids[0] === OF_MANY ? 30_000 : 0;
      for (let n = 0; n < entries; n += 1)
        auditRow(context, { action: 'devices.move', objectType: 'device', objectId: n });
      return { changed: body.ids.length };
    }),
  (http) => registerRoute(http, 'createAlarmRule', async () => ({ id: 1 })),
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const IDS = Array.from({ length: 500 }, (_, n) => n + 1);

test('calls of one person change so many objects together, by however many sessions, and as many more as time goes by', async () => {
  const [me, other] = [await person({ role: 'installer' }), await person({ role: 'installer' })];
  const confirm = async (bearer: string, ids = IDS) =>
    (await call('/alarms/confirm', { body: { ids }, bearer })).error ?? 'done';
  const first = await Promise.all(Array.from({ length: 39 }, () => confirm(me.token)));
  expect(new Set(first)).toEqual(new Set(['done']));
  // A call that names none changes one.
  const set = async (bearer: string) =>
    (await call('/ups/user/updateSettings', { method: 'PUT', body: { weekStart: 1 }, bearer })).error ??
    'done';
  expect(await set(me.token)).toBe('done');
  expect(await confirm(me.token)).toBe('tooManyRequests');
  expect(await confirm(me.token, IDS.slice(1))).toBe('done');
  expect(await confirm(await signIn(platform, me), [1])).toBe('tooManyRequests');
  expect(await set(me.token)).toBe('tooManyRequests');
  expect(await confirm(other.token)).toBe('done');
  // What was refused cost nothing.
  platform.clock.advance(500 * 180);
  expect(await confirm(me.token)).toBe('done');
  expect(await confirm(me.token, [1])).toBe('tooManyRequests');
  // What ends a session is counted by session.
  expect((await call('/ups/user/sessions', { method: 'DELETE', bearer: me.token })).data).toEqual({
    ended: 1,
  });
});

test('a call that says much counts as many, because the log may keep what it says', async () => {
  const me = await person({ role: 'organisationAdmin' });
  const rule = { name: 'Long', level: 'tip', raise: 'ac.power > 1 W' };
  const models = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(97, 'x'));
  const make = async () =>
    (await call('/alarm-rules', { body: { ...rule, models }, bearer: me.token })).error ?? 'done';
  const confirm = async (ids = IDS) =>
    (await call('/alarms/confirm', { body: { ids }, bearer: me.token })).error ?? 'done';
  for (let n = 0; n < 39; n += 1) expect(await confirm()).toBe('done');
  // Each of ten to eleven thousand letters.
  for (let n = 0; n < 45; n += 1) expect(await make()).toBe('done');
  expect(await make()).toBe('tooManyRequests');
  expect(await confirm(IDS.slice(0, 5))).toBe('done');
});

test('letters of three bytes count as what the log keeps of them', async () => {
  const me = await person({ role: 'organisationAdmin' });
  const models = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(97, '字'));
  const body = { name: 'Long', level: 'tip', raise: 'ac.power > 1 W', models };
  const make = async () => (await call('/alarm-rules', { body, bearer: me.token })).error ?? 'done';
  for (let n = 0; n < 39; n += 1)
    expect((await call('/alarms/confirm', { body: { ids: IDS }, bearer: me.token })).error).toBeUndefined();
  // Each of ten thousand letters, which are twenty-nine thousand bytes.
  for (let n = 0; n < 16; n += 1) expect(await make()).toBe('done');
  expect(await make()).toBe('tooManyRequests');
});

test('entries of the log that a call wrote beyond what it named are waited for', async () => {
  const me = await person({ role: 'installer' });
  const confirm = async (ids: number[]) =>
    (await call('/alarms/confirm', { body: { ids }, bearer: me.token })).error ?? 'done';
  expect(await confirm([OF_MANY])).toBe('done');
  for (let n = 0; n < 5; n += 1) expect(await confirm(IDS)).toBe('tooManyRequests');
  platform.clock.advance(9000 * 180);
  expect(await confirm([1])).toBe('tooManyRequests');
  platform.clock.advance(1100 * 180);
  expect(await confirm([1])).toBe('done');
});
