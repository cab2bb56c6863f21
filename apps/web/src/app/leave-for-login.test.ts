import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionStore } from '../lib/session/session-store.ts';
import { mintSession } from '../test/mint.ts';
import { closeNotice, getNotices } from '../ui/notice/notice-store.ts';
import { leaveForLogin } from './leave-for-login.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('says so, goes to the login with the way back, and reloads after 500 ms', () => {
  const store = createSessionStore();
  store.set(mintSession(), true);
  const location = { hash: `#${stationAddress(5)}`, reload: vi.fn<() => void>() };
  leaveForLogin({ store, message: 'Your session is over.', location });
  expect(store.get()).toBeUndefined();
  const login = `#${ADDRESSES.login}?from=${encodeURIComponent(stationAddress(5))}&over=1`;
  expect(location.hash).toBe(login);
  expect(getNotices().map(({ text }) => text)).toEqual(['Your session is over.']);
  location.hash = `#${ADDRESSES.login}?from=${encodeURIComponent(stationAddress(5))}`;
  vi.advanceTimersByTime(499);
  expect(location.reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(location.reload).toHaveBeenCalledOnce();
  expect(location.hash).toBe(login);
  for (const { id } of getNotices()) closeNotice(id);
});
