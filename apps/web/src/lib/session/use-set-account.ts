import type { Account } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useSessionStore } from './session-context.tsx';

/** Puts what the server says of the signed-in account into the session. */
export function useSetAccount(): (change: Partial<Account>) => void {
  const store = useSessionStore();
  return useCallback(
    (change) => {
      const session = store.get();
      if (session) store.set({ ...session, account: { ...session.account, ...change } });
    },
    [store],
  );
}
