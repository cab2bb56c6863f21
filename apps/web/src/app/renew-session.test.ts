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
  return { store, asked, renew: createRenew({ store, refresh: asked }) };
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
