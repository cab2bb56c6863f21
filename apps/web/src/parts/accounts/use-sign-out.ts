import { ADDRESSES } from '@sunfleet/contract';
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
    const bearer = store.get()?.token;
    leave(ADDRESSES.login);
    forgetTab();
    // The browser is signed out in any case. A session that the server could not end expires there.
    if (bearer) call('logout', {}, { bearer, quiet: true }).catch(() => undefined);
  }, [call, leave, store]);
}
