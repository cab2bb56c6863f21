import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useCallFunction } from '../../lib/call/call-context.tsx';
import { useSessionStore } from '../../lib/session/session-context.tsx';

/** Ends the session here at once and on the server as soon as it hears of it, and forgets what was read. */
export function useSignOut(): () => void {
  const call = useCallFunction();
  const store = useSessionStore();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    const bearer = store.get()?.token;
    // Drawn at once, so that the way back of a lost session is replaced by the plain login.
    flushSync(() => store.set(undefined));
    client.clear();
    void navigate('/login', { replace: true });
    // Signed out here either way; a session the server does not hear of ends by its age.
    if (bearer) call('logout', {}, { bearer, quiet: true }).catch(() => undefined);
  }, [call, client, navigate, store]);
}
