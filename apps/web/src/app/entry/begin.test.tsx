import { ADDRESSES } from '@sunfleet/contract';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../lib/i18n/create-i18n.ts';
import { createSessionStore } from '../../lib/session/session-store.ts';
import { mintSession } from '../../test/mint.ts';
import { routes } from '../../features/accounts/routes.tsx';
import { createServices } from '../services.ts';
import { outside } from '../pages/routes.tsx';
import { OUTSIDE } from './address.ts';
import { begin } from './begin.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '#/');
});

/** The page as it begins at an address; the product is a word. */
async function beginAt(address: string, { signedIn = false } = {}) {
  vi.stubGlobal('fetch', async () => new Response('{"code":200,"msg":"","data":[]}'));
  history.replaceState(null, '', `#${address}`);
  const store = createSessionStore();
  if (signedIn) store.set(mintSession(), true);
  const i18n = await createI18n('en-US');
  const fetchProduct = vi.fn<() => Promise<{ App: () => ReactElement }>>(async () => ({
    App: () => <p>the product</p>,
  }));
  const { rerender } = render(<p>nothing</p>);
  const done = begin({
    i18n,
    services: createServices(i18n, store),
    draw: (page) => act(() => rerender(page as ReactElement)),
    fetchProduct,
  });
  return { store, done, fetchProduct };
}

test('without a session any page of the product is the login first, with the way back', async () => {
  await beginAt(`${ADDRESSES.alarms}?state=all`);
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(location.hash).toBe(`#/login?from=${encodeURIComponent(`${ADDRESSES.alarms}?state=all`)}`);
});

test('the product is fetched behind the login and drawn at the address that was asked for', async () => {
  const { store, done, fetchProduct } = await beginAt(`${ADDRESSES.alarms}?state=all`);
  await screen.findByLabelText('Password');
  await waitFor(() => expect(fetchProduct).toHaveBeenCalled());
  expect(screen.queryByText('the product')).toBeNull();
  act(() => store.set(mintSession(), true));
  await done;
  expect(screen.getByText('the product')).toBeDefined();
  expect(location.hash).toBe(`#${ADDRESSES.alarms}?state=all`);
});

test('a link of the login to another page leads into the product', async () => {
  const { done } = await beginAt('/login');
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(link.getAttribute('href')).toBe('#/register');
  history.replaceState(null, '', '#/register');
  dispatchEvent(new HashChangeEvent('hashchange'));
  await done;
  expect(screen.getByText('the product')).toBeDefined();
});

test.each([
  ['/register', false],
  [ADDRESSES.stations, true],
])('%s is drawn at once', async (address, signedIn) => {
  const { done } = await beginAt(address, { signedIn });
  await done;
  expect(screen.getByText('the product')).toBeDefined();
  expect(location.hash).toBe(`#${address}`);
});

test('the pages that need no session are those outside of the shell', () => {
  expect([...OUTSIDE].sort()).toEqual([...routes, ...outside].map(({ path }) => path).sort());
});
