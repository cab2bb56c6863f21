import { isUnauthorised } from '@sunfleet/api-client';
import type { Session } from '@sunfleet/contract';
import type { SessionStore } from '../lib/session/session-store.ts';

/** By then another tab that traded the same refresh token has stored its new session. */
const OTHER_TAB_MS = 500;

interface RenewOptions {
  store: SessionStore;
  /** Trades a refresh token for a session. */
  refresh: (refreshToken: string) => Promise<Session>;
  /** Ends a session on the server by its token. */
  end: (token: string) => Promise<unknown>;
  /** Absent where the page is not in a secure context. */
  locks?: Pick<LockManager, 'request'> | undefined;
}

/**
 * Replaces a session whose token was refused, once for all calls that find it so and for all tabs: a refresh token works
 * only once. Answers false when the session is over or was left meanwhile; rejects when there is no connection.
 */
export function createRenew({
  store,
  refresh,
  end,
  locks,
}: RenewOptions): (refused: string | undefined) => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  const renew = async (refused: string | undefined): Promise<boolean> => {
    const session = store.reread();
    if (!session) return false;
    if (session.token !== refused) return true;
    try {
      const renewed = await refresh(session.refreshToken);
      // Somebody signed out meanwhile, in whichever tab, or another person signed in: nobody is given this session any more.
      if (store.reread()?.refreshToken !== session.refreshToken) {
        await end(renewed.token).catch(() => undefined);
        return false;
      }
      store.set(renewed);
      return true;
    } catch (error) {
      if (!isUnauthorised(error)) throw error;
      // Without locks, another tab may have traded the same token a moment ago.
      if (!locks) await new Promise((resolve) => setTimeout(resolve, OTHER_TAB_MS));
      const other = store.reread();
      return other !== undefined && other.token !== session.token;
    }
  };
  return (refused) => {
    running ??= Promise.resolve(
      locks ? locks.request('sunfleet.session', () => renew(refused)) : renew(refused),
    ).finally(() => {
      running = undefined;
    });
    return running;
  };
}
