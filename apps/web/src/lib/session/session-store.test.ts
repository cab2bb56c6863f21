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
