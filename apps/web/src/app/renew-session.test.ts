import { CallError } from '@sunfleet/api-client';
import type { Session } from '@sunfleet/contract';
import { expect, test, vi } from 'vitest';
import { mintSession } from '../test/mint.ts';
import { createRenew } from './renew-session.ts';
import { createSessionStore } from '../lib/session/session-store.ts';

function setUp(refresh: (token: string) => Promise<Session>) {
  const store = createSessionStore();
  store.set(mintSession({ token: 'old', refreshToken: 'once' }), true);
  const asked = vi.fn<(token: string) => Promise<Session>>(refresh);
  const end = vi.fn<(token: string) => Promise<null>>(async () => null);
  return { store, asked, end, renew: createRenew({ store, refresh: asked, end }) };
}

test('calls that find the session over at once renew it once', async () => {
  const { store, asked, renew } = setUp(async () => mintSession({ token: 'new' }));
  expect(await Promise.all([renew('old'), renew('old')])).toEqual([true, true]);
  expect(asked).toHaveBeenCalledExactlyOnceWith('once');
  expect(store.get()?.token).toBe('new');
});

test('a session another tab has renewed is taken as it is', async () => {
  const { asked, renew } = setUp(async () => mintSession());
  createSessionStore().set(mintSession({ token: 'from the other tab' }), true);
  expect(await renew('old')).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

test('a refresh token that is over ends the session; a lost connection does not', async () => {
  const over = setUp(() => Promise.reject(new CallError('refused', { code: 401 })));
  expect(await over.renew('old')).toBe(false);
  const lost = setUp(() => Promise.reject(new CallError('offline')));
  await expect(lost.renew('old')).rejects.toMatchObject({ kind: 'offline' });
});

test('without locks, a session that another tab renewed at the same moment signs nobody out', async () => {
  const other = mintSession({ token: 'from the other tab' });
  const { store, renew } = setUp(() => {
    // The other tab stores its answer a moment after the refusal of this one.
    setTimeout(() => createSessionStore().set(other, true), 20);
    return Promise.reject(new CallError('refused', { code: 401 }));
  });
  expect(await renew('old')).toBe(true);
  expect(store.get()?.token).toBe('from the other tab');
});

const nextPerson = () =>
  mintSession({
    token: 'of somebody else',
    refreshToken: 'theirs',
    account: { ...mintSession().account, id: 99 },
  });

test.each([
  ['whoever signed out in another tab', undefined],
  ['the next person', nextPerson()],
])('a session that is renewed too late comes back to nobody: %s', async (_who, next) => {
  const { store, end, renew } = setUp(async () => {
    createSessionStore().set(next, true);
    return mintSession({ token: 'new', refreshToken: 'twice' });
  });
  expect(await renew('old')).toBe(false);
  expect(store.get()?.token).toBe(next?.token);
  expect(createSessionStore().get()?.token).toBe(next?.token);
  // Signing out named a token that the server knew no more.
  expect(end).toHaveBeenCalledExactlyOnceWith('new');
});

test('a session whose account was changed in another tab meanwhile is renewed all the same', async () => {
  const { store, end, renew } = setUp(async () => {
    const other = createSessionStore();
    other.set({ ...other.get()!, account: { ...other.get()!.account, name: 'New Name' } });
    return mintSession({ token: 'new' });
  });
  expect(await renew('old')).toBe(true);
  expect(store.get()?.token).toBe('new');
  expect(end).not.toHaveBeenCalled();
});
