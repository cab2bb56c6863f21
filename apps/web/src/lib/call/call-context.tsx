import type { Call } from '@sunfleet/api-client';
import { createContext, type ReactNode, useContext } from 'react';

const CallContext = createContext<Call | undefined>(undefined);

/** Gives the pages below it their way to the server; tests pass a fake. */
export function CallProvider({ call, children }: { call: Call; children: ReactNode }) {
  return <CallContext value={call}>{children}</CallContext>;
}

/** The call function itself, for what is neither a query nor an action. */
export function useCallFunction(): Call {
  const call = useContext(CallContext);
  if (!call) throw new Error('CallProvider is missing');
  return call;
}
