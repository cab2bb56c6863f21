import { afterAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { registerAccountsRoutes, resolveActor } from '../../features/accounts/index.ts';
import { createHttpServer } from './server.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

async function open(setting?: string) {
  const { trustedProxies } = readConfig({ SUNFLEET_TRUSTED_PROXIES: setting });
  const parts = { ...platform, config: { ...platform.config, trustedProxies } };
  const server = await createHttpServer(parts, (bearer) => resolveActor(parts, bearer));
  registerAccountsRoutes(server, parts);
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const url = '/api/ups/user/login';
    const payload = { account: 'nobody@example.test', password: 'x' };
    return (await server.app.inject({ method: 'POST', url, payload, remoteAddress, headers })).statusCode;
  };
  return { ...server, status };
}
/** How many of 40 logins are looked at; the route takes 30 a minute. */
async function looked(each: (n: number) => Promise<number>): Promise<number> {
  let passed = 0;
  for (let n = 1; n <= 40; n += 1) passed += (await each(n)) === 429 ? 0 : 1;
  return passed;
}

describe('limits by address', () => {
  test.each(['192.168.1.50', '10.1.2.3', '172.17.0.1', '169.254.3.4', 'fd00::7', '203.0.113.9'])(
    'what %s says of itself is not believed',
    async (address) => {
      const { app, status } = await open();
      expect(await looked((n) => status(address, { 'x-forwarded-for': `198.51.100.${n}` }))).toBe(30);
      await app.close();
    },
  );

  test('a proxy that is named is believed, what stood before it is not', async () => {
    const { app, status } = await open('10.1.2.0/24, loopback');
    const through = (n: number) => status('10.1.2.3', { 'x-forwarded-for': `198.51.100.${n}` });
    expect(await looked(through)).toBe(40);
    const forged = (n: number) => status('10.1.2.3', { 'x-forwarded-for': `198.51.101.${n}, 203.0.113.10` });
    expect(await looked(forged)).toBe(30);
    await app.close();
  });

  test.each(['198.51.100.7:', '[2001:db8:1:2::9]:'])(
    'ports that a proxy names beside %s make no networks',
    async (sender) => {
      const { app, status } = await open();
      const through = (n: number) => status('127.0.0.1', { 'x-forwarded-for': `${sender}${40_000 + n}` });
      expect(await looked(through)).toBe(30);
      await app.close();
    },
  );

  test('addresses of one IPv6 network count together', async () => {
    const { app, status } = await open();
    expect(await looked((n) => status(`2001:db8:1:2::${n}`))).toBe(30);
    await app.close();
  });

  test('public routes that name no limit have one all the same', async () => {
    const { app } = await open();
    const { headers } = await app.inject({ url: '/api/legal', remoteAddress: '203.0.113.11' });
    expect(headers['x-ratelimit-limit']).toBe('1200');
    await app.close();
  });
});

test('trusted proxies are addresses, networks or names of networks', () => {
  expect(readConfig({}).trustedProxies).toEqual(['loopback']);
  expect(readConfig({ SUNFLEET_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' }).trustedProxies).toHaveLength(2);
  for (const wrong of ['proxy.example.test', '10.0.0.0/33', '10.0.0/8', 'true', '::/200', '10.0.0.1/8/8'])
    expect(() => readConfig({ SUNFLEET_TRUSTED_PROXIES: wrong })).toThrow('SUNFLEET_TRUSTED_PROXIES');
});
