import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { softPasskey, type SoftPasskey } from '../../../../test/soft-authenticator.ts';

const platform = await testPlatform({
  SUNFLEET_TRUSTED_PROXIES: '10.0.0.0/8',
  SUNFLEET_THEMES: 'solar.example.test=#112233',
});
const { server, call, person, auditOf } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const ORIGIN = 'https://solar.example.test';
/** As a proxy in front of the server tells it. */
const headers = { 'x-forwarded-host': 'solar.example.test', 'x-forwarded-proto': 'https' };
const proxied = { headers, address: '10.0.0.7' };

const start = (me: SignedIn, password = PASSWORD) =>
  call('/ups/user/passkeys/start', { ...proxied, body: { password }, bearer: me.token });
const add = (me: SignedIn, body: object) =>
  call('/ups/user/passkeys', { ...proxied, body: { name: ' My phone ', ...body }, bearer: me.token });

async function register(me: SignedIn, key: SoftPasskey) {
  const { ceremonyId, options } = (await start(me)).data;
  return add(me, { ceremonyId, response: key.create(options, ORIGIN) });
}

const startLogin = async () =>
  (await call('/ups/user/passkeys/login/start', { ...proxied, method: 'POST' })).data;
const login = (body: object) => call('/ups/user/passkeys/login', { ...proxied, body });

async function loginWith(key: SoftPasskey, origin = ORIGIN) {
  const { ceremonyId, options } = await startLogin();
  return login({ ceremonyId, response: key.get(options, origin) });
}

describe('registering', () => {
  test('asks for the password and for a key that knows its account', async () => {
    const me = await person();
    expect((await start(me, 'Wrong-Horse-1')).error).toBe('wrongPassword');
    expect((await call('/ups/user/passkeys/start', { body: { password: PASSWORD } })).code).toBe(401);
    const { data } = await start(me);
    expect(data.options).toMatchObject({
      rp: { id: 'solar.example.test', name: 'Sunfleet' },
      user: { name: me.email, displayName: 'Test person' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
  });

  test('keeps the key, shows it, leaves it out of the next ceremony and writes it down', async () => {
    const me = await person();
    const key = softPasskey();
    const { data } = await register(me, key);
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'My phone',
      createdAt: platform.clock.now(),
      lastUsedAt: null,
    });
    const { data: security } = await call('/ups/user/security', { bearer: me.token });
    expect(security.passkeys).toEqual([data]);
    const next = (await start(me)).data;
    expect(next.options.excludeCredentials).toMatchObject([{ id: key.id }]);
    expect((await auditOf(me.id)).map(({ action }) => action)).toContain('accounts.addPasskey');
  });

  test('a ceremony counts once, five minutes, and for who began it', async () => {
    const [me, other] = [await person(), await person()];
    const { ceremonyId, options } = (await start(me)).data;
    const response = softPasskey().create(options, ORIGIN);
    expect((await add(other, { ceremonyId, response })).error).toBe('passkeyRefused');
    expect((await add(me, { ceremonyId, response })).code).toBe(200);
    expect((await add(me, { ceremonyId, response })).error).toBe('passkeyRefused');
    const late = (await start(me)).data;
    platform.clock.advance(5 * 60_000);
    const lateResponse = softPasskey().create(late.options, ORIGIN);
    expect((await add(me, { ceremonyId: late.ceremonyId, response: lateResponse })).error).toBe(
      'passkeyRefused',
    );
  });

  test('another site, another challenge, a known key and nonsense are refused; a name is asked for', async () => {
    const me = await person();
    const attempt = async (make: (options: never) => object) => {
      const { ceremonyId, options } = (await start(me)).data;
      return (await add(me, { ceremonyId, response: make(options as never) })).error;
    };
    expect(await attempt((o) => softPasskey().create(o, 'https://phish.example.test'))).toBe(
      'passkeyRefused',
    );
    expect(
      await attempt(() =>
        softPasskey().create({ challenge: 'AAAA', rp: { id: 'solar.example.test' } }, ORIGIN),
      ),
    ).toBe('passkeyRefused');
    expect(await attempt(() => ({ id: 'x' }))).toBe('passkeyRefused');
    const key = softPasskey();
    expect((await register(me, key)).code).toBe(200);
    expect((await register(await person(), key)).error).toBe('passkeyRefused');
    const { ceremonyId, options } = (await start(me)).data;
    const response = softPasskey().create(options, ORIGIN);
    const unnamed = await add(me, { ceremonyId, response, name: ' ' });
    expect(unnamed).toMatchObject({ error: 'invalidInput', fields: [{ path: 'body.name' }] });
  });

  test('what no browser makes is refused unread: numbers by the ten thousand took the library a minute', async () => {
    const me = await person();
    const { ceremonyId, options } = (await start(me)).data;
    const { response, ...made } = softPasskey().create(options, ORIGIN);
    const attestationObject = Buffer.alloc(64 * 1024).toString('base64url');
    const large = { ...made, response: { ...(response as object), attestationObject } };
    expect((await add(me, { ceremonyId, response: large })).error).toBe('payloadTooLarge');
    const proof = { passkey: { ceremonyId, response: large } };
    expect((await call('/ups/user/check', { ...proxied, body: proof, bearer: me.token })).error).toBe(
      'payloadTooLarge',
    );
    expect((await login({ ceremonyId, response: large })).error).toBe('payloadTooLarge');
    expect((await add(me, { ceremonyId, response: { ...made, response } })).code).toBe(200);
  });
});

describe('logging in', () => {
  test('needs no user name and no second factor, and notes the use', async () => {
    const me = await person();
    const key = softPasskey();
    await register(me, key);
    await platform.db
      .updateTable('users')
      .set({ totpConfirmedAt: new Date(platform.clock.now()) })
      .where('id', '=', me.id)
      .execute();
    const { data } = await loginWith(key);
    expect(data.account.id).toBe(me.id);
    const { data: security } = await call('/ups/user/security', { bearer: data.token });
    expect(security.passkeys[0].lastUsedAt).toBe(platform.clock.now());
    const logins = await call('/ups/user/logins', { bearer: data.token });
    expect(logins.data.rows[0]).toMatchObject({ method: 'passkey', outcome: 'success' });
  });

  test('a key that did not check who holds it does not stand for a second factor', async () => {
    const me = await person();
    const key = softPasskey();
    key.verifiesUser = false;
    await register(me, key);
    expect((await loginWith(key)).code).toBe(200);
    await platform.db
      .updateTable('users')
      .set({ totpConfirmedAt: new Date(platform.clock.now()) })
      .where('id', '=', me.id)
      .execute();
    expect((await loginWith(key)).error).toBe('passkeyRefused');
  });

  test('a copy of the key, which counts its uses anew, is refused', async () => {
    const key = softPasskey();
    await register(await person(), key);
    for (let n = 0; n < 3; n += 1) expect((await loginWith(key)).code).toBe(200);
    key.counter = 1;
    expect((await loginWith(key)).error).toBe('passkeyRefused');
  });

  test('a ceremony counts once and five minutes; a registration’s is no login’s', async () => {
    const me = await person();
    const key = softPasskey();
    await register(me, key);
    const { ceremonyId, options } = await startLogin();
    const response = key.get(options, ORIGIN);
    expect((await login({ ceremonyId, response })).code).toBe(200);
    expect((await login({ ceremonyId, response })).error).toBe('passkeyRefused');
    const late = await startLogin();
    platform.clock.advance(5 * 60_000);
    expect(
      (await login({ ceremonyId: late.ceremonyId, response: key.get(late.options, ORIGIN) })).error,
    ).toBe('passkeyRefused');
    const begun = (await start(me)).data;
    const mixed = key.get({ challenge: begun.options.challenge, rpId: 'solar.example.test' }, ORIGIN);
    expect((await login({ ceremonyId: begun.ceremonyId, response: mixed })).error).toBe('passkeyRefused');
  });

  test('another site, a key nobody registered, another key’s signature and a locked account are refused', async () => {
    const me = await person();
    const key = softPasskey();
    await register(me, key);
    expect((await loginWith(key, 'https://phish.example.test')).error).toBe('passkeyRefused');
    expect((await loginWith(softPasskey())).error).toBe('passkeyRefused');
    const { ceremonyId, options } = await startLogin();
    const forged = { ...softPasskey().get(options, ORIGIN), id: key.id, rawId: key.id };
    expect((await login({ ceremonyId, response: forged })).error).toBe('passkeyRefused');
    expect((await login({ ceremonyId: (await startLogin()).ceremonyId, response: {} })).error).toBe(
      'passkeyRefused',
    );
    const lockedAt = new Date(platform.clock.now());
    await platform.db.updateTable('users').set({ lockedAt }).where('id', '=', me.id).execute();
    expect((await loginWith(key)).error).toBe('accountDisabled');
  });
});

test('a removed passkey opens nothing; somebody else’s is not there', async () => {
  const [me, other] = [await person(), await person()];
  const key = softPasskey();
  const { id } = (await register(me, key)).data;
  const remove = (who: SignedIn) => call(`/ups/user/passkeys/${id}`, { method: 'DELETE', bearer: who.token });
  expect((await remove(other)).error).toBe('notFound');
  expect((await remove(me)).code).toBe(200);
  expect((await remove(me)).error).toBe('notFound');
  expect((await loginWith(key)).error).toBe('passkeyRefused');
});
