import { beforeEach, expect, test, vi } from 'vitest';
import { mintSession } from '../../test/mint.ts';
import { createSessionChannel } from './session-channel.ts';
import { createSessionStore } from './session-store.ts';

beforeEach(() => localStorage.clear());

/** Storage of one tab. */
function tabStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage;
}

let browsers = 0;

/** A browser whose tabs hear each other. */
function openBrowser() {
  browsers += 1;
  const name = `browser ${browsers}`;
  return {
    name,
    openTab: async () => {
      const channel = createSessionChannel(name, 1000);
      const store = createSessionStore({ tab: tabStorage(), channel });
      return { store, channel };
    },
  };
}

test('a new tab finds a session that is not remembered in an open one', async () => {
  const browser = openBrowser();
  const first = await browser.openTab();
  first.store.set(mintSession({ token: 'for now' }), false);
  expect(localStorage.length).toBe(0);
  const second = await browser.openTab();
  await second.channel.ask();
  expect(second.store.get()?.token).toBe('for now');
});

test('what a tab answers before there is a store is taken by it', async () => {
  const browser = openBrowser();
  const first = await browser.openTab();
  first.store.set(mintSession({ token: 'for now' }), false);
  const channel = createSessionChannel(browser.name, 1000);
  await channel.ask();
  const store = createSessionStore({ tab: tabStorage(), channel });
  expect(store.get()?.token).toBe('for now');
});

test('where no tab has a session, the wait ends without one', async () => {
  const channel = createSessionChannel('alone', 1);
  const store = createSessionStore({ tab: tabStorage(), channel });
  await channel.ask();
  expect(store.get()).toBeUndefined();
});

test('a renewed session and a sign-out reach the other tabs', async () => {
  const browser = openBrowser();
  const [first, second] = [await browser.openTab(), await browser.openTab()];
  first.store.set(mintSession({ token: 'one' }), false);
  await vi.waitFor(() => expect(second.store.get()?.token).toBe('one'));
  second.store.set(mintSession({ token: 'two' }));
  await vi.waitFor(() => expect(first.store.get()?.token).toBe('two'));
  first.store.set(undefined);
  await vi.waitFor(() => expect(second.store.get()).toBeUndefined());
});

test('a remembered session takes the place of the one of the open tabs', async () => {
  const browser = openBrowser();
  const [first, second] = [await browser.openTab(), await browser.openTab()];
  first.store.set(mintSession({ token: 'for now' }), false);
  await vi.waitFor(() => expect(second.store.get()?.token).toBe('for now'));
  second.store.set(mintSession({ token: 'kept' }), true);
  await vi.waitFor(() => expect(first.store.get()?.token).toBe('kept'));
});
