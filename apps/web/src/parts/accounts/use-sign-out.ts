import { ADDRESSES } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useCallFunction } from '../../lib/call/call-context.tsx';
import { useSessionStore } from '../../lib/session/session-context.tsx';
import { useLeave } from '../../lib/session/use-leave.ts';

/** Ends the session here at once and on the server as soon as it hears of it, and forgets what was read. */
export function useSignOut(): () => void {
  const call = useCallFunction();
  const store = useSessionStore();
  const leave = useLeave();
  return useCallback(() => {
    const bearer = store.get()?.token;
    leave(ADDRESSES.login);
    // Signed out here either way; a session the server does not hear of ends by its age.
    if (bearer) call('logout', {}, { bearer, quiet: true }).catch(() => undefined);
  }, [call, leave, store]);
}
