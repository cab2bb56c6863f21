import { expect, test, vi } from 'vitest';
import { CallError, isUnauthorised } from './call-error.ts';
import { createClient, type ClientOptions } from './create-client.ts';

function clientAnswering(answer: () => Response | Promise<Response>, options: Partial<ClientOptions> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const onRefused = vi.fn<ClientOptions['onRefused']>();
  const onUnauthorised = vi.fn<ClientOptions['onUnauthorised']>();
  const client = createClient({
    baseUrl: () => 'https://eu.example/api',
    token: () => 'secret',
    language: () => 'de-DE',
    appVersion: () => '0.1.0',
    timeoutMs: 1_200_000,
    onRefused,
    onUnauthorised,
    fetch,
    ...options,
  });
  return { ...client, fetch, onRefused, onUnauthorised };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (code: number, error: string) => json({ code, msg: 'Nein', data: null, error }, 400);

test('sends method, address, headers and body, and answers the data', async () => {
  const { call, fetch } = clientAnswering(() => json({ code: 200, msg: 'ok', data: { token: 't' } }));
  const body = { account: 'a@b.c', password: 'secret', remember: true };
  expect(await call('login', { body })).toEqual({ token: 't' });
  const [url, init] = fetch.mock.calls[0]!;
  expect(url).toBe('https://eu.example/api/ups/user/login');
  expect(init).toMatchObject({
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      authorization: 'Bearer secret',
      'accept-language': 'de-DE',
      appVersion: '0.1.0',
      'content-type': 'application/json',
    },
  });
});

test('sends an empty bearer without a session, and another bearer when asked', async () => {
  const { call, fetch } = clientAnswering(() => json({ code: 200, msg: '', data: [] }), {
    token: () => undefined,
  });
  await call('listNodes');
  await call('refreshToken', {}, { bearer: 'refresh' });
  const bearers = fetch.mock.calls.map(([, init]) => (init!.headers as Record<string, string>).authorization);
  expect(bearers).toEqual(['Bearer', 'Bearer refresh']);
});

test('a code above 200 is shown and rejects with its key and fields', async () => {
  const fields = [{ path: 'body.name', message: 'Pflichtfeld' }];
  const { call, onRefused } = clientAnswering(() =>
    json({ code: 40000, msg: 'Nein', data: null, error: 'invalidInput', fields }, 400),
  );
  const error = await call('getStation', { params: { id: 1 } }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    kind: 'refused',
    code: 40000,
    error: 'invalidInput',
    message: 'Nein',
    fields,
  });
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(error);
});

test('a quiet call is not shown', async () => {
  const { call, onRefused } = clientAnswering(() => refusal(40400, 'notFound'));
  await expect(call('personalInfo', {}, { quiet: true })).rejects.toBeInstanceOf(CallError);
  expect(onRefused).not.toHaveBeenCalled();
});

test('code 401 ends the session even when quiet', async () => {
  const { call, onUnauthorised, onRefused } = clientAnswering(() => refusal(401, 'unauthorised'));
  const error = await call('personalInfo', {}, { quiet: true }).catch((caught: unknown) => caught);
  expect(isUnauthorised(error)).toBe(true);
  expect(onUnauthorised).toHaveBeenCalledOnce();
  expect(onRefused).not.toHaveBeenCalled();
});

test('code 401 for another bearer ends no session: it is of one that was left, or is over by what follows', async () => {
  const { call, onUnauthorised, onRefused } = clientAnswering(() => refusal(401, 'unauthorised'));
  const left = call('logout', {}, { bearer: 'of before', quiet: true });
  await expect(left).rejects.toMatchObject({ code: 401 });
  expect(onUnauthorised).not.toHaveBeenCalled();
  expect(onRefused).not.toHaveBeenCalled();
});

test('a transport error resolves in request and is thrown by call', async () => {
  const { request, call } = clientAnswering(() => Promise.reject(new TypeError('fetch failed')));
  expect(await request('listNodes')).toMatchObject({ ok: false, error: { kind: 'offline' } });
  await expect(call('listNodes')).rejects.toMatchObject({ kind: 'offline' });
});

test('an answer that is no envelope is a bad answer with its status', async () => {
  const { request } = clientAnswering(() => new Response('<html>Bad gateway</html>', { status: 502 }));
  expect(await request('listNodes')).toMatchObject({ ok: false, error: { kind: 'badAnswer', code: 502 } });
});

const untilAborted: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
  });

test('gives up when the time is up', async () => {
  const { request } = clientAnswering(() => json({}), { fetch: untilAborted, timeoutMs: 1 });
  expect(await request('listNodes')).toMatchObject({ ok: false, error: { kind: 'timeout' } });
});

test('stops when the caller does', async () => {
  const { request } = clientAnswering(() => json({}), { fetch: untilAborted });
  const controller = new AbortController();
  const waiting = request('listNodes', {}, { signal: controller.signal });
  controller.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { kind: 'aborted' } });
});

test('a session that can be renewed is, and the call is sent again', async () => {
  const answers = [refusal(401, 'unauthorised'), json({ code: 200, msg: '', data: 'done' })];
  const renew = vi.fn<NonNullable<ClientOptions['renew']>>(async () => true);
  const { call, onUnauthorised } = clientAnswering(() => answers.shift()!, { renew });
  expect(await call('logout')).toBe('done');
  expect(renew).toHaveBeenCalledExactlyOnceWith('secret');
  expect(onUnauthorised).not.toHaveBeenCalled();
});

test('a session that cannot be renewed is over; without a connection it is not', async () => {
  const over = clientAnswering(() => refusal(401, 'unauthorised'), { renew: async () => false });
  await expect(over.call('logout')).rejects.toMatchObject({ code: 401 });
  expect(over.onUnauthorised).toHaveBeenCalledOnce();
  const lost = clientAnswering(() => refusal(401, 'unauthorised'), {
    renew: () => Promise.reject(new CallError('offline')),
  });
  await expect(lost.call('logout')).rejects.toMatchObject({ kind: 'offline' });
  expect(lost.onUnauthorised).not.toHaveBeenCalled();
});

const SIGNATURE = /^[0-9a-f]{64}$/;
const isKeyCall = (url: unknown) => String(url).endsWith('/ups/user/get');

function clientWithKey(answerSigned: (count: number) => Response, options: Partial<ClientOptions> = {}) {
  const signed: Record<string, string>[] = [];
  let keys = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (isKeyCall(url)) return json({ code: 200, msg: '', data: `key${(keys += 1)}` });
    signed.push(init!.headers as Record<string, string>);
    return answerSigned(signed.length);
  };
  const client = clientAnswering(() => json({}), { fetch, ...options });
  return { ...client, signed, keys: () => keys };
}

const reset = { body: { userId: 3 } } as never;

test('a signed route carries time, nonce and signature; the key is asked for once a session', async () => {
  const token = { now: 'first' };
  const { call, signed, keys } = clientWithKey(() => json({ code: 200, msg: '', data: null }), {
    token: () => token.now,
  });
  await call('resetMemberPassword', reset);
  await call('resetMemberPassword', reset);
  expect(keys()).toBe(1);
  expect(signed[0]!['x-sunfleet-signature']).toMatch(SIGNATURE);
  expect(Math.abs(Number(signed[0]!['x-sunfleet-time']) - Date.now())).toBeLessThan(60_000);
  expect(signed[0]!['x-sunfleet-nonce']).not.toBe(signed[1]!['x-sunfleet-nonce']);
  token.now = 'second';
  await call('resetMemberPassword', reset);
  expect(keys()).toBe(2);
});

test('a key that the server does not know any more is replaced once', async () => {
  const wrong = () => json({ code: 40304, msg: 'Nein', data: null, error: 'signatureWrong' }, 403);
  const once = clientWithKey((count) => (count === 1 ? wrong() : json({ code: 200, msg: '', data: null })));
  await once.call('resetMemberPassword', reset);
  expect([once.keys(), once.signed.length]).toEqual([2, 2]);
  const always = clientWithKey(wrong);
  await expect(always.call('resetMemberPassword', reset)).rejects.toMatchObject({ error: 'signatureWrong' });
  expect([always.keys(), always.signed.length]).toEqual([2, 2]);
});

test('what needs no signature carries none', async () => {
  const { call, signed } = clientWithKey(() => json({ code: 200, msg: '', data: null }));
  await call('logout');
  expect(Object.keys(signed[0]!).filter((name) => name.startsWith('x-sunfleet'))).toEqual([]);
});

test('a file comes as its text, its refusal as an envelope', async () => {
  const { call } = clientAnswering(() => json({ account: { name: 'A' } }));
  expect(await (await call('exportAccount')).text()).toBe('{"account":{"name":"A"}}');
  const refused = clientAnswering(() => refusal(42900, 'tooManyRequests'));
  await expect(refused.call('exportAccount')).rejects.toMatchObject({ error: 'tooManyRequests' });
});

const wanted = () => json({ code: 40103, msg: 'Prove it', data: null, error: 'stepUpNeeded' }, 401);
const done = (data: unknown = null) => json({ code: 200, msg: '', data });

test('a call that needs a proof asks for it and is sent again with what was typed; a refusal of the proof ends it', async () => {
  const answers = [wanted(), done('kept')];
  const stepUp = vi.fn<() => Promise<boolean>>(async () => true);
  const body = { name: 'Ana', email: 'ana@example.test', validateCode: '123456' };
  const proven = clientAnswering(() => answers.shift()!, { stepUp });
  expect(await proven.call('updateInfo', { body })).toBe('kept');
  expect(proven.fetch.mock.calls.map(([, init]) => init!.body)).toEqual(Array(2).fill(JSON.stringify(body)));
  expect(stepUp).toHaveBeenCalledOnce();
  const declined = clientAnswering(wanted, { stepUp: async () => false });
  await expect(declined.call('updateInfo', { body })).rejects.toMatchObject({ error: 'stepUpNeeded' });
  expect(declined.fetch).toHaveBeenCalledOnce();
  expect(declined.onUnauthorised).not.toHaveBeenCalled();
});

test('a signed call whose key needs a proof asks once; declined, it ends with that refusal and can be tried again', async () => {
  let keys = 0;
  const fetch: typeof globalThis.fetch = async (url) => {
    if (!isKeyCall(url)) return done();
    keys += 1;
    return keys <= 2 ? wanted() : done('key');
  };
  const agreed = [false, true];
  const stepUp = vi.fn<() => Promise<boolean>>(async () => agreed.shift()!);
  const { call } = clientAnswering(() => json({}), { fetch, stepUp });
  await expect(call('resetMemberPassword', reset)).rejects.toMatchObject({ error: 'stepUpNeeded' });
  expect(stepUp).toHaveBeenCalledTimes(1);
  expect(await call('resetMemberPassword', reset)).toBeNull();
  expect(stepUp).toHaveBeenCalledTimes(2);
});

test('what somebody began is not sent once more for whoever has signed in meanwhile', async () => {
  let who = 1;
  const change = async () => {
    who += 1;
    return true;
  };
  const whose = () => who;
  const proving = clientAnswering(() => refusal(40103, 'stepUpNeeded'), { whose, stepUp: change });
  await expect(proving.call('joinOrganisation', { body: { code: 'CODE' } })).rejects.toMatchObject({
    kind: 'aborted',
  });
  expect(proving.fetch).toHaveBeenCalledOnce();
  const renewing = clientAnswering(() => refusal(401, 'unauthorised'), { whose, renew: change });
  await expect(renewing.call('joinOrganisation', { body: { code: 'CODE' } })).rejects.toMatchObject({
    kind: 'aborted',
  });
  expect(renewing.fetch).toHaveBeenCalledOnce();
  expect(renewing.onUnauthorised).not.toHaveBeenCalled();
  const stepUp = vi.fn<NonNullable<ClientOptions['stepUp']>>(change);
  const late = clientAnswering(() => change().then(() => refusal(40103, 'stepUpNeeded')), { whose, stepUp });
  await expect(late.call('joinOrganisation', { body: { code: 'CODE' } })).rejects.toMatchObject({
    kind: 'aborted',
  });
  expect(stepUp).not.toHaveBeenCalled();
});
