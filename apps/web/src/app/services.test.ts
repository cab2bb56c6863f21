import { afterEach, expect, test, vi } from 'vitest';
import { storedAppVersion } from '../lib/app-version.ts';
import { createI18n } from '../lib/i18n/create-i18n.ts';
import { storedLanguage } from '../lib/i18n/languages.ts';
import { mintAccount, mintSession } from '../test/mint.ts';
import { isStepUpAsked, onStepUp } from '../lib/session/step-up-store.ts';
import { closeNotice, getNotices } from '../ui/notice/notice-store.ts';
import { createServices } from './services.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function servicesAnswering(body: object) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(JSON.stringify(body)));
  vi.stubGlobal('fetch', fetch);
  const services = createServices(await createI18n('en-US'));
  return { ...services, headers: () => new Headers(fetch.mock.calls.at(-1)![1]!.headers) };
}

test('every request carries bearer, language and version, and waits 1,200,000 ms at most', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { call, store, headers } = await servicesAnswering({ code: 200, msg: '', data: [] });
  storedLanguage.set('ja-JP');
  await call('listNodes');
  expect(headers().get('authorization')).toBe('Bearer');
  expect(headers().get('accept-language')).toBe('ja-JP');
  expect(headers().get('appVersion')).toBe('unknown');
  expect(timeout).toHaveBeenCalledWith(1_200_000);
  storedAppVersion.set('1.4.2');
  store.set(mintSession(), false);
  await call('listNodes');
  expect(headers().get('authorization')).toBe(`Bearer ${store.get()!.token}`);
  expect(headers().get('appVersion')).toBe('1.4.2');
});

test('a code above 200 is shown with its message, and the call rejects', async () => {
  const { call } = await servicesAnswering({ code: 40300, msg: 'Not for you.', data: null });
  await expect(call('listNodes')).rejects.toMatchObject({ kind: 'refused', code: 40300 });
  expect(getNotices().map(({ text }) => text)).toEqual(['Not for you.']);
  for (const { id } of getNotices()) closeNotice(id);
});

test.each([
  ['Sign in again.', 'Sign in again.'],
  ['', 'error'],
])('a 401 whose message is "%s" says "%s"', async (msg, told) => {
  const { call, store } = await servicesAnswering({ code: 401, msg, data: null });
  // The page is loaded again 500 ms later; the test does not wait for it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  store.set(mintSession(), false);
  const refused = call('listLabels', {}, { quiet: true }).catch((error: unknown) => error);
  // Another tab may have renewed the session; its answer is waited for.
  await vi.advanceTimersByTimeAsync(500);
  expect(await refused).toMatchObject({ code: 401 });
  expect(getNotices().map(({ text }) => text)).toEqual([told]);
  for (const { id } of getNotices()) closeNotice(id);
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('what was read is forgotten when another tab signs in as somebody else, and kept when the session is renewed', async () => {
  const { store, queryClient } = await servicesAnswering({ code: 200, msg: '', data: [] });
  const read = () => queryClient.getQueryData(['getStation', 5]);
  store.set(mintSession({ account: mintAccount('owner', { id: 1 }) }), true);
  queryClient.setQueryData(['getStation', 5], 'roof of the first');
  store.set(mintSession({ account: mintAccount('owner', { id: 1 }), token: 'renewed' }));
  expect(read()).toBe('roof of the first');
  store.set(mintSession({ account: mintAccount('owner', { id: 2 }) }));
  expect(read()).toBeUndefined();
  queryClient.setQueryData(['getStation', 5], 'roof of the second');
  store.set(undefined);
  expect(read()).toBeUndefined();
});

test('whoever signs in next is not asked to confirm what somebody else began', async () => {
  const { call, store } = await servicesAnswering({
    code: 40103,
    msg: 'Confirm that it is you.',
    data: null,
    error: 'stepUpNeeded',
  });
  const shown = onStepUp(() => undefined);
  store.set(mintSession({ account: mintAccount('owner', { id: 1 }) }), true);
  const joined = call('joinOrganisation', { body: { code: 'CODE' } }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(isStepUpAsked()).toBe(true));
  store.set(mintSession({ account: mintAccount('owner', { id: 2 }), token: 'next' }));
  expect(isStepUpAsked()).toBe(false);
  expect(await joined).toMatchObject({ kind: 'aborted' });
  expect(fetch).toHaveBeenCalledOnce();
  shown();
});
