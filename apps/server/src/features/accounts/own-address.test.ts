import { afterAll, describe, expect, test, vi } from 'vitest';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { newAddress } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';

const platform = await testPlatform({
  SUNFLEET_TRUSTED_PROXIES: '10.0.0.0/8',
  SUNFLEET_NODES: 'europe=https://eu.example.test',
  SUNFLEET_THEMES: 'themed.example.test=#112233',
});
const { server, call, person } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const PATH = '/ups/user/passkeys/login/start';
const at = (host: string, headers: Record<string, string> = {}) =>
  call(PATH, { method: 'POST', headers: { host, ...headers } });

describe('an invented Host decides nothing', () => {
  test.each(['evil.example.test', 'sunfleet.evil.example.test', '203.0.113.9', 'localhost.example.test'])(
    '%s is refused for passkeys and for the nodes, with what to do about it',
    async (host) => {
      const refused = await at(host);
      expect(refused).toMatchObject({ error: 'hostUnknown', code: 42100 });
      expect(refused.msg).toContain(host);
      expect(refused.msg).toContain('SUNFLEET_PUBLIC_URL');
      expect((await call('/nodes', { headers: { host } })).error).toBe('hostUnknown');
      const me = await person();
      const start = { body: { password: PASSWORD }, bearer: me.token, headers: { host } };
      expect((await call('/ups/user/passkeys/start', start)).error).toBe('hostUnknown');
    },
  );

  test('one that is longer than any is refused unread', async () => {
    const parse = vi.spyOn(URL, 'parse');
    const refused = await at(encodeURIComponent('号'.repeat(1500)));
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length));
    parse.mockRestore();
    expect(refused).toMatchObject({ error: 'hostUnknown', code: 42100 });
    expect(longest).toBeLessThan(400);
  });

  test('what a stranger says of a proxy is not believed, and a proxy’s own word is judged in the same way', async () => {
    const forwarded = { 'x-forwarded-host': 'themed.example.test' };
    expect((await at('evil.example.test', forwarded)).error).toBe('hostUnknown');
    const through = (host: string) =>
      call(PATH, { method: 'POST', address: '10.0.0.7', headers: { 'x-forwarded-host': host } });
    expect((await through('evil.example.test')).error).toBe('hostUnknown');
    expect((await through('themed.example.test')).data.options.rpId).toBe('themed.example.test');
  });

  test.each([
    'localhost:8080',
    'a.localhost',
    '127.0.0.1:8080',
    '192.168.1.20:8080',
    '10.2.3.4',
    '[::1]:8080',
    '[fd00::7]',
  ])('%s is this machine or a private network, and is served', async (host) => {
    expect((await at(host)).code).toBe(200);
  });

  test('hosts with a theme and nodes are known', async () => {
    expect((await at('themed.example.test')).data.options.rpId).toBe('themed.example.test');
    expect((await at('unknown.example.test')).error).toBe('hostUnknown');
    await platform.db
      .insertInto('themes')
      .values({ url: 'saved.example.test', themeColor: '#112233', iconUrl: null })
      .execute();
    expect((await at('saved.example.test')).data.options.rpId).toBe('saved.example.test');
    const nodes = await call('/nodes', {
      address: '10.0.0.7',
      headers: { 'x-forwarded-host': 'eu.example.test', 'x-forwarded-proto': 'https' },
    });
    expect(nodes.data).toMatchObject([{ url: 'https://eu.example.test', current: true }]);
  });
});

test('a login needs no known host: only what it would decide is refused', async () => {
  const body = { account: 'nobody@example.test', password: PASSWORD };
  const headers = { host: 'evil.example.test' };
  const answer = await call('/ups/user/login', { body, address: newAddress(), headers });
  expect(answer.error).toBe('wrongCredentials');
});
