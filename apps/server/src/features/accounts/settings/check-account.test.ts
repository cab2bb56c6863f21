import { generateSync } from 'otplib';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { softPasskey } from '../../../../test/soft-authenticator.ts';

const ORIGIN = 'https://solar.example.test';
const platform = await testPlatform({ SUNFLEET_PUBLIC_URL: ORIGIN });
const { server, call, person, login, codeFor, post, auditOf } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** Somebody whose session a thief took after its proof was over. */
async function stolen(): Promise<SignedIn> {
  const me = await person();
  platform.clock.advance(LIMITS.stepUpMs);
  return me;
}

const check = ({ token }: SignedIn, body: object) => call('/ups/user/check', { body, bearer: token });
const key = { name: 'Mine', permissions: ['stations.view'], expiresInDays: null };
const makeKey = ({ token }: SignedIn) => call('/api-keys', { body: key, bearer: token });
const update = ({ token }: SignedIn, body: object) =>
  call('/ups/user/updateInfo', { method: 'PUT', body, bearer: token });
const signingKey = ({ token }: SignedIn) => call('/ups/user/get', { method: 'POST', bearer: token });

test('a stolen session neither changes the contacts, nor makes a key, nor fetches the signing key', async () => {
  const me = await stolen();
  const refused = { error: 'stepUpNeeded', code: 40103 };
  expect(await makeKey(me)).toMatchObject(refused);
  expect(await signingKey(me)).toMatchObject(refused);
  expect(await update(me, { email: 'thief@example.test', validateCode: '123456' })).toMatchObject(refused);
  expect(await update(me, { mobile: null })).toMatchObject(refused);
  expect((await update(me, { name: 'Ana' })).code).toBe(200);
  expect(await auditOf(me.id)).toMatchObject([{ action: 'accounts.updateInfo' }]);
});

test('the password opens them for ten minutes, in this session alone', async () => {
  const me = await stolen();
  const other = { ...me, token: (await login(me.email, PASSWORD)).data.token as string };
  platform.clock.advance(LIMITS.stepUpMs);
  expect((await check(me, { password: 'Wrong-Horse-1' })).error).toBe('wrongPassword');
  expect((await makeKey(me)).error).toBe('stepUpNeeded');
  expect((await check(me, { password: PASSWORD })).code).toBe(200);
  expect((await makeKey(me)).code).toBe(200);
  expect((await makeKey(other)).error).toBe('stepUpNeeded');
  platform.clock.advance(LIMITS.stepUpMs - 1);
  expect((await signingKey(me)).code).toBe(200);
  platform.clock.advance(1);
  expect((await signingKey(me)).error).toBe('stepUpNeeded');
  expect((await auditOf(me.id)).map(({ action }) => action)).toContain('accounts.check');
});

test('wrong passwords are counted: a stolen session is no way to guess one', async () => {
  const me = await stolen();
  for (let n = 0; n < 4; n += 1) await check(me, { password: `Wrong-Horse-${n}` });
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push((await check(me, { password: `Wrong-Horse-${n}` })).error);
  expect(answers.at(-1)).toBe('accountLocked');
  expect((await check(me, { password: PASSWORD })).error).toBe('accountLocked');
});

test('a login by password is a proof; one by a code that was sent is none', async () => {
  const me = await person();
  const fresh = { ...me, token: (await login(me.email, PASSWORD)).data.token as string };
  expect((await makeKey(fresh)).code).toBe(200);
  const validateCode = await codeFor({ email: me.email }, 'login');
  const { data } = await post('/ups/user/loginByCode', { email: me.email, validateCode });
  expect((await makeKey({ ...me, token: data.token })).error).toBe('stepUpNeeded');
});

test('a code of the authenticator app proves it, once', async () => {
  const me = await person();
  const { secret } = (await call('/ups/user/totp/start', { body: { password: PASSWORD }, bearer: me.token }))
    .data;
  const code = () => generateSync({ secret, epoch: Math.floor(platform.clock.now() / 1000) });
  await call('/ups/user/totp/confirm', { body: { code: code() }, bearer: me.token });
  platform.clock.advance(LIMITS.stepUpMs);
  const now = code();
  const wrong = String((Number(now) + 500_000) % 1_000_000).padStart(6, '0');
  expect((await check(me, { code: wrong })).error).toBe('wrongCode');
  expect((await check(me, { code: now })).code).toBe(200);
  expect((await check(me, { code: now })).error).toBe('wrongCode');
  expect((await makeKey(me)).code).toBe(200);
  expect((await check(await person(), { code: now })).error).toBe('wrongCode');
});

test('an app that somebody with the former password began with proves nothing and goes with the password', async () => {
  const me = await person();
  const { secret } = (await call('/ups/user/totp/start', { body: { password: PASSWORD }, bearer: me.token }))
    .data;
  const code = () => generateSync({ secret, epoch: Math.floor(platform.clock.now() / 1000) });
  platform.clock.advance(LIMITS.stepUpMs);
  expect((await check(me, { code: code() })).error).toBe('wrongCode');
  expect((await makeKey(me)).error).toBe('stepUpNeeded');
  platform.clock.advance(60_000);
  const body = { oldPassword: PASSWORD, password: `${PASSWORD}-2` };
  expect((await call('/ups/user/updatePwd', { method: 'PUT', body, bearer: me.token })).code).toBe(200);
  const confirm = { body: { code: code() }, bearer: me.token };
  expect((await call('/ups/user/totp/confirm', confirm)).error).toBe('wrongCode');
});

test('a passkey proves it, but not that of somebody else', async () => {
  const [me, other] = [await person(), await person()];
  const passkey = softPasskey();
  const begun = await call('/ups/user/passkeys/start', { body: { password: PASSWORD }, bearer: me.token });
  const response = passkey.create(begun.data.options, ORIGIN);
  const kept = { ceremonyId: begun.data.ceremonyId, response, name: 'Key' };
  expect((await call('/ups/user/passkeys', { body: kept, bearer: me.token })).code).toBe(200);
  platform.clock.advance(LIMITS.stepUpMs);
  const proof = async () => {
    const { data } = await call('/ups/user/passkeys/login/start', { method: 'POST' });
    return { passkey: { ceremonyId: data.ceremonyId, response: passkey.get(data.options, ORIGIN) } };
  };
  passkey.counter += 1;
  expect((await check(other, await proof())).error).toBe('passkeyRefused');
  passkey.counter += 1;
  const good = await proof();
  expect((await check(me, good)).code).toBe(200);
  expect((await check(me, good)).error).toBe('passkeyRefused');
  expect((await makeKey(me)).code).toBe(200);
});
