import { type Call, isUnauthorised } from '@sunfleet/api-client';
import { ADDRESSES, type Session } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useCallFunction } from '../../lib/call/call-context.tsx';
import { forgetTab } from '../../lib/session/forget-tab.ts';
import { useSessionStore } from '../../lib/session/session-context.tsx';
import { useLeave } from '../../lib/session/use-leave.ts';

/** Ends the session in this browser at once, asks the server to end it, and forgets what was read and typed. */
export function useSignOut(): () => void {
  const call = useCallFunction();
  const store = useSessionStore();
  const leave = useLeave();
  return useCallback(() => {
    const session = store.get();
    leave(ADDRESSES.login);
    forgetTab();
    // The browser is signed out in any case. A session that the server could not end expires there.
    if (session) endSession(call, session).catch(() => undefined);
  }, [call, leave, store]);
}

/** A token that is over ends nothing, but its session can be renewed for weeks by whoever copied it: so it is renewed once more, and ended. */
async function endSession(call: Call, { token, refreshToken }: Session): Promise<void> {
  const end = (bearer: string) => call('logout', {}, { bearer, quiet: true });
  try {
    await end(token);
  } catch (error) {
    if (!isUnauthorised(error)) throw error;
    await end((await call('refreshToken', {}, { bearer: refreshToken, quiet: true })).token);
  }
}
