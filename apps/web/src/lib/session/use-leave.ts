import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useSessionStore } from './session-context.tsx';

/** Forgets the session and all that was read with it, and goes to an address outside of it. */
export function useLeave(): (address: string) => void {
  const store = useSessionStore();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (address) => {
      // Draws at once, so that the address below replaces the login with a way back, to which the router goes without a session.
      flushSync(() => store.set(undefined));
      client.clear();
      void navigate(address, { replace: true });
    },
    [client, navigate, store],
  );
}
