import type { LoginResult } from '@sunfleet/contract';
import { useSessionStore } from '../../../lib/session/session-context.tsx';

/** What follows a login: the session is kept, or its ticket handed to the second step. */
export function useLoginResult(
  remember: boolean,
  onTicket: (ticket: string) => void,
): (result: LoginResult) => void {
  const store = useSessionStore();
  return (result) => {
    if ('secondFactor' in result) onTicket(result.secondFactor.ticket);
    else store.set(result, remember);
  };
}
