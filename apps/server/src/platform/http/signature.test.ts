import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { openAccounts, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerRoute } from './register-route.ts';
import { signedText } from './signature.ts';

const platform = await testPlatform();
const { server, person } = await openAccounts(platform, (http) =>
  registerRoute(http, 'resetMemberPassword', async () => ({
    password: 'reached',
    expiresAt: 0,
    delivery: null,
  })),
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const URL_OF_ROUTE = '/api/ups/user/reset';
const BODY = JSON.stringify({ userId: 1 });

interface Sent {
  key: string;
  time: number;
  nonce: string;
  /** What is signed; what is sent where nothing else is named. */
  url: string;
  body: string;
  sentUrl: string;
  sentBody: string;
  leaveOut: string;
}

async function signingKey({ token }: SignedIn): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.app.inject({ method: 'POST', url: '/api/ups/user/get', headers });
  return answer.json().data;
}

async function send({ token }: SignedIn, sent: Partial<Sent> & { key: string }) {
  const { url = URL_OF_ROUTE, body = BODY, nonce = randomUUID(), leaveOut = '' } = sent;
  const time = String(sent.time ?? platform.clock.now());
  const text = signedText({ method: 'POST', url, body: Buffer.from(body), time, nonce });
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-sunfleet-time': time,
    'x-sunfleet-nonce': nonce,
    'x-sunfleet-signature': createHmac('sha256', sent.key).update(text).digest('hex'),
  };
  delete headers[leaveOut];
  const payload = sent.sentBody ?? body;
  const answer = await server.app.inject({ method: 'POST', url: sent.sentUrl ?? url, headers, payload });
  return answer.json();
}

async function signer() {
  const me = await person({ role: 'platformAdmin' });
  return { me, key: await signingKey(me) };
}

test('a new key is written down, without the key', async () => {
  const { me, key } = await signer();
  const { id } = await platform.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', me.id)
    .executeTakeFirstOrThrow();
  const audit = await platform.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'accounts.createSigningKey')
    .where('userId', '=', me.id)
    .execute();
  expect(audit).toMatchObject([{ objectType: 'session', objectId: String(id) }]);
  expect(JSON.stringify(audit)).not.toContain(key);
});

test('the text to sign is a line each of method, path with query, digest of the body, time and nonce', () => {
  const parts = {
    method: 'GET',
    url: '/api/x?y=1',
    body: Buffer.alloc(0),
    time: '1780000000000',
    nonce: 'n',
  };
  expect(signedText(parts).split('\n')).toEqual([
    'GET',
    '/api/x?y=1',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '1780000000000',
    'n',
  ]);
});

describe('a signed request', () => {
  test('passes by the key of its session, whose text as UTF-8 is the key of the HMAC', async () => {
    const { me, key } = await signer();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect((await send(me, { key })).data).toMatchObject({ password: 'reached' });
    expect((await send(me, { key, url: `${URL_OF_ROUTE}?a=1` })).code).toBe(200);
  });

  test.each(['x-sunfleet-time', 'x-sunfleet-nonce', 'x-sunfleet-signature'])(
    'without %s is not signed',
    async (leaveOut) => {
      const { me, key } = await signer();
      expect((await send(me, { key, leaveOut })).error).toBe('signatureMissing');
    },
  );

  test('of a session that never asked for a key is not signed', async () => {
    const me = await person({ role: 'platformAdmin' });
    expect((await send(me, { key: 'made up' })).error).toBe('signatureMissing');
  });

  test('with another body, path, key or a key that was replaced is wrong', async () => {
    const { me, key } = await signer();
    const other = await signer();
    expect((await send(me, { key, sentBody: JSON.stringify({ userId: 2 }) })).error).toBe('signatureWrong');
    expect((await send(me, { key, sentUrl: `${URL_OF_ROUTE}?userId=2` })).error).toBe('signatureWrong');
    expect((await send(me, { key: other.key })).error).toBe('signatureWrong');
    const next = await signingKey(me);
    expect((await send(me, { key })).error).toBe('signatureWrong');
    expect((await send(me, { key: next })).code).toBe(200);
  });

  test('works once; a nonce is used up by its session alone', async () => {
    const { me, key } = await signer();
    const other = await signer();
    const nonce = randomUUID();
    expect((await send(me, { key, nonce })).code).toBe(200);
    expect((await send(me, { key, nonce })).error).toBe('signatureReplayed');
    platform.clock.advance(1000);
    expect((await send(me, { key, nonce })).error).toBe('signatureReplayed');
    expect((await send(other.me, { key: other.key, nonce })).code).toBe(200);
  });

  test('of two copies at the same moment one passes', async () => {
    const { me, key } = await signer();
    const nonce = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(me, { key, nonce })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  test('counts five minutes, and as long before its time for clocks that run ahead', async () => {
    const { me, key } = await signer();
    const now = platform.clock.now();
    const at = async (shift: number) => (await send(me, { key, time: now + shift })).error ?? 'passed';
    expect(await at(-5 * 60_000)).toBe('passed');
    expect(await at(-5 * 60_000 - 1)).toBe('signatureReplayed');
    expect(await at(5 * 60_000)).toBe('passed');
    expect(await at(5 * 60_000 + 1)).toBe('signatureReplayed');
  });

  test('with a body beyond the limit is not read to its end', async () => {
    const { me, key } = await signer();
    const sentBody = JSON.stringify({ userId: 1, more: 'x'.repeat(3 * 1024 * 1024) });
    expect((await send(me, { key, sentBody })).error).toBe('payloadTooLarge');
  });

  test('a wrong signature does not use the nonce up', async () => {
    const { me, key } = await signer();
    const nonce = randomUUID();
    expect((await send(me, { key: 'wrong', nonce })).error).toBe('signatureWrong');
    expect((await send(me, { key, nonce })).code).toBe(200);
  });
});
