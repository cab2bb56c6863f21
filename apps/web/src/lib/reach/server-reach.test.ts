import { afterEach, expect, test, vi } from 'vitest';
import type { Reach } from './create-reach.ts';
import { watchFetch } from './server-reach.ts';

afterEach(() => vi.unstubAllGlobals());

function watched(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer);
  const answered = vi.fn<Reach['answered']>();
  const doubt = vi.fn<Reach['doubt']>(async () => false);
  const reach: Reach = { get: () => undefined, subscribe: () => () => undefined, answered, doubt };
  return { fetch: watchFetch(reach), answered, doubt };
}

test.each([
  ['a success', new Response('{}')],
  ['a refusal', new Response('{}', { status: 403 })],
  [
    'a server without its store',
    new Response('{}', { status: 503, headers: { 'content-type': 'application/json; charset=utf-8' } }),
  ],
])('%s is an answer', async (_name, response) => {
  const { fetch, answered, doubt } = watched(async () => response);
  await fetch('/api');
  expect(answered).toHaveBeenCalledOnce();
  expect(doubt).not.toHaveBeenCalled();
});

test.each([502, 503, 504])('a proxy that says %i has no server behind it', async (status) => {
  const { fetch, answered, doubt } = watched(async () => new Response('<html>', { status }));
  await fetch('/api');
  expect(doubt).toHaveBeenCalledOnce();
  expect(answered).not.toHaveBeenCalled();
});

test('a failed request makes the server doubted, one that its caller stopped does not', async () => {
  const { fetch, doubt } = watched(() => Promise.reject(new TypeError('no connection')));
  await expect(fetch('/api', { signal: AbortSignal.abort() })).rejects.toThrow('no connection');
  expect(doubt).not.toHaveBeenCalled();
  await expect(fetch('/api')).rejects.toThrow('no connection');
  expect(doubt).toHaveBeenCalledOnce();
});
