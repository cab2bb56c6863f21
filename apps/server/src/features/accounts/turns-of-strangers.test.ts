import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';

const platform = await testPlatform();
const { server, account, login } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** Wrong logins that all come at the same moment, and how many of them were answered so far. */
function flood(addresses: readonly string[]) {
  const answered = { n: 0 };
  const all = addresses.map(async (address, n) => {
    const { error } = await login(`nobody${n}@example.test`, 'Wrong-Horse-1', address);
    answered.n += 1;
    return error;
  });
  return { answered, all: Promise.all(all) };
}

test('four hundred wrong logins from twenty sites do not make somebody elsewhere wait behind them', async () => {
  const { email } = await account();
  const { answered, all } = flood(
    Array.from({ length: 400 }, (_, n) => `203.${n % 20}.113.${1 + Math.floor(n / 20)}`),
  );
  await expect.poll(() => answered.n).toBeGreaterThan(0);
  const before = answered.n;
  expect((await login(email, PASSWORD, '192.0.2.1')).code).toBe(200);
  // One turn of each of the twenty sites, and what was under way; at the end of one queue it would be hundreds.
  expect(answered.n - before).toBeLessThan(100);
  const errors = new Set(await all);
  expect(errors).toContain('wrongCredentials');
  expect([...errors].every((error) => error === 'wrongCredentials' || error === 'tooManyRequests')).toBe(
    true,
  );
});

test('who fills the queue of a site keeps neither a known network of it nor other sites out', async () => {
  const { email } = await account();
  const [home, elsewhere] = ['198.51.100.7', '192.0.2.9'];
  expect((await login(email, PASSWORD, home)).code).toBe(200);
  const { all } = flood(Array.from({ length: 200 }, (_, n) => `198.51.100.${20 + n}`));
  const mine = await Promise.all([home, elsewhere].map((address) => login(email, PASSWORD, address)));
  expect(mine.map(({ code }) => code)).toEqual([200, 200]);
  expect((await all).filter((error) => error === 'tooManyRequests').length).toBeGreaterThan(0);
});
