import type { Account } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callKey } from '../../lib/call/use-call.ts';
import { useSessionStore } from '../../lib/session/session-context.tsx';

/** Puts what the server says of the signed-in account into the session, and into what was read of it before. */
export function useSetAccount(): (change: Partial<Account>) => void {
  const store = useSessionStore();
  const client = useQueryClient();
  return useCallback(
    (change) => {
      const session = store.get();
      if (!session) return;
      const account = { ...session.account, ...change };
      client.setQueryData(callKey('personalInfo', {}), account);
      store.set({ ...session, account });
    },
    [client, store],
  );
}
