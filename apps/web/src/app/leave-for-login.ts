import type { LIMITS } from '@sunfleet/contract';
import { loginAddress } from '../lib/session/come-back.ts';
import type { SessionStore } from '../lib/session/session-store.ts';
import { showNotice } from '../ui/notice/notice-store.ts';

const RELOAD_MS: (typeof LIMITS)['reloadAfterUnauthorisedMs'] = 500;

interface LeaveOptions {
  store: SessionStore;
  message: string;
  location?: Pick<Location, 'hash' | 'reload'>;
}

/**
 * Ends a session that is over: says so, goes to the login with the way back, and loads the page again after 500 ms, so that
 * nothing of the old session stays in memory. What was typed into forms is kept as drafts.
 */
export function leaveForLogin({ store, message, location = window.location }: LeaveOptions): void {
  const from = location.hash.slice(1) || '/';
  const login = `#${loginAddress(from, true)}`;
  store.set(undefined);
  showNotice('error', message);
  location.hash = login;
  setTimeout(() => {
    // The router also notices that the session is gone, and may have replaced this address by its own one of the login.
    location.hash = login;
    location.reload();
  }, RELOAD_MS);
}
