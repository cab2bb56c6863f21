import type { Session } from '@sunfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { mintSession } from '../../test/mint.ts';
import { createSessionStore } from './session-store.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const reopened = (): Session | undefined => createSessionStore().get();

test('a remembered session survives the tab', () => {
  createSessionStore().set(mintSession(), true);
  sessionStorage.clear();
  expect(reopened()?.account.name).toBe(mintSession().account.name);
});

test('a session not remembered ends with the tab', () => {
  createSessionStore().set(mintSession(), false);
  expect(reopened()).toBeDefined();
  sessionStorage.clear();
  expect(reopened()).toBeUndefined();
});

test('a renewed session stays where it was kept', () => {
  const store = createSessionStore();
  store.set(mintSession(), true);
  store.set(mintSession({ token: 'renewed' }));
  expect(localStorage.getItem('sunfleet.session')).toContain('renewed');
});

test('signing out removes it everywhere and is heard', () => {
  const store = createSessionStore();
  store.set(mintSession(), true);
  const listener = vi.fn<() => void>();
  store.subscribe(listener);
  store.set(undefined);
  expect(listener).toHaveBeenCalledOnce();
  expect(reopened()).toBeUndefined();
});

test('another tab signing out signs this one out', () => {
  const store = createSessionStore();
  store.set(mintSession(), true);
  localStorage.removeItem('sunfleet.session');
  dispatchEvent(new StorageEvent('storage', { key: 'sunfleet.session' }));
  expect(store.get()).toBeUndefined();
});

test('a session that is renewed is there all the time, so that no tab that looks meanwhile signs out', () => {
  const seen: (string | null)[] = [];
  const looking = (storage: Storage): Storage => {
    const watched = {
      getItem: (key: string) => storage.getItem(key),
      setItem: (key: string, value: string) => {
        storage.setItem(key, value);
        seen.push(localStorage.getItem(key));
      },
      removeItem: (key: string) => {
        storage.removeItem(key);
        seen.push(localStorage.getItem(key));
      },
    };
    return watched as Storage;
  };
  const store = createSessionStore({ lasting: looking(localStorage), tab: looking(sessionStorage) });
  store.set(mintSession(), true);
  seen.length = 0;
  store.set(mintSession({ token: 'renewed' }));
  expect(seen.length).toBeGreaterThan(0);
  for (const one of seen) expect(one).toContain('token');
});
