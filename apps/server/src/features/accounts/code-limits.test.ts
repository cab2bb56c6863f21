import { afterAll, expect, test } from 'vitest';
import { newEmail, openAccounts, PASSWORD } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { post, account } = await openAccounts(platform);
afterAll(() => platform.stop());

const send = (body: object, address: string) => post('/ups/user/sendValidateCode', body, { address });
/** An address of a network that somebody made in an IPv6 site. */
const made = (network: string) => `2001:db8:c0de:${network}::1`;

test('whoever makes networks of a site at will asks for no more codes, and keeps nobody elsewhere from theirs, nor who is known there', async () => {
  const { email } = await account();
  expect(
    (await post('/ups/user/login', { account: email, password: PASSWORD }, { address: made('a') })).code,
  ).toBe(200);
  const at = new Date(clock.now());
  // As four networks of the site asked for.
  for (const use of ['', ' to register']) {
    const asked = Array.from({ length: 120 }, () => ({ subject: `from site 2001:db8:c0de::/48${use}`, at }));
    await db.insertInto('codeRequests').values(asked).execute();
  }
  for (const validateType of ['login', 'register', 'changeContact'])
    expect((await send({ email: newEmail(), validateType }, made('b'))).error).toBe('tooManyRequests');
  expect((await send({ email, validateType: 'login' }, made('a'))).code).toBe(200);
  const register = { email: newEmail(), validateType: 'register' };
  expect((await send(register, '2001:db8:c0df:b::1')).code).toBe(200);
  clock.advance(3_600_000);
  expect((await send(register, made('b'))).code).toBe(200);
});

test('each code that is asked for counts for the site', async () => {
  await send({ email: newEmail(), validateType: 'register' }, '2001:db8:c0d1:1::1');
  await send({ email: newEmail(), validateType: 'register' }, '2001:db8:c0d1:2::1');
  const rows = await db.selectFrom('codeRequests').select('subject').execute();
  const ofSite = rows.filter(({ subject }) => subject === 'from site 2001:db8:c0d1::/48 to register');
  expect(ofSite).toHaveLength(2);
});
