import { afterAll, expect, test } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { signIn } from '../../features/accounts/index.ts';
import { registerRoute } from './register-route.ts';

const platform = await testPlatform();
const { server, call, person } = await openAccounts(platform, (http) =>
  registerRoute(http, 'confirmAlarms', async (_context, { body }) => ({ changed: body.ids.length })),
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
