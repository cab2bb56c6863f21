import { routes } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerThemesRoutes } from '../../features/themes/index.ts';
import { NETWORK_RATE } from './failed-count.ts';

const platform = await testPlatform();
const { server, person } = await openAccounts(platform, registerThemesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

interface Sent {
  from: string;
  payload: string;
  bearer?: string;
}

const call = (method: 'POST' | 'PUT', url: string, { from, payload, bearer }: Sent) =>
  server.app.inject({
    method,
    url,
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    payload,
    remoteAddress: from,
  });

test('broken JSON uses up the tries of its network at a route, as what is whole does', async () => {
  const login = async (payload: string, from: string) =>
    (await call('POST', '/api/ups/user/login', { from, payload })).statusCode;
  const tries = Array.from({ length: routes.login.ratePerMinute }, () => login('{"account":', '10.7.0.1'));
  expect(new Set(await Promise.all(tries))).toEqual(new Set([400]));
  for (const payload of ['{"account":', ' '.repeat(20_000), '{}'])
    expect(await login(payload, '10.7.0.1')).toBe(429);
  expect(await login('{"account":', '10.7.0.2')).toBe(400);
});

test('tokens that do not exist are refused so many times a minute of one network, and people behind it go on', async () => {
  const { token } = await person({ role: 'platformAdmin' });
  const payload = JSON.stringify([{ url: 'x', themeColor: '#000000', iconUrl: null }]);
  const put = async (bearer: string, from: string) =>
    (await call('PUT', '/api/ups/odm/all', { from, payload, bearer })).statusCode;
  for (let sent = 0; sent < NETWORK_RATE; sent += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => put('nonsense', '10.7.0.3')));
    expect(new Set(answers)).toEqual(new Set([401]));
  }
  expect(await put('nonsense', '10.7.0.3')).toBe(429);
  expect(await put('nonsense', '10.7.0.4')).toBe(401);
  expect(await put(token, '10.7.0.3')).toBe(200);
}, 30_000);

test('bodies that are too large use up the tries of their network, too', async () => {
  const code = async () =>
    (await call('POST', '/api/ups/user/login', { from: '10.7.0.5', payload: ' '.repeat(20_000) })).json();
  const tries = Array.from({ length: routes.login.ratePerMinute }, code);
  for (const answer of await Promise.all(tries)) expect(answer).toMatchObject({ error: 'payloadTooLarge' });
  expect(await code()).toMatchObject({ error: 'tooManyRequests' });
});
