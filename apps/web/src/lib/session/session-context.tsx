import { ROUTES } from '@sunfleet/api-client';
import type { Account, OfferedPermission, RouteName, routes, Session } from '@sunfleet/contract';
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import type { SessionStore } from './session-store.ts';

const SessionContext = createContext<SessionStore | undefined>(undefined);

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>;
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('SessionProvider is missing');
  return store;
}

/** The session, undefined when nobody is signed in. */
export function useSession(): Session | undefined {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The signed-in account; only for pages behind the login. */
export function useAccount(): Account {
  const session = useSession();
  if (!session) throw new Error('nobody is signed in');
  return session.account;
}

/** Whether the signed-in account holds a permission: `useMay('alarms.view')`. The server decides again. */
export function useMay(permission: OfferedPermission): boolean {
  return useMayCheck()(permission);
}

/** The same check as a function, for lists in which each entry has a permission of its own. */
export function useMayCheck(): (permission: OfferedPermission) => boolean {
  const session = useSession();
  return useCallback((permission) => session?.account.permissions.includes(permission) ?? false, [session]);
}

/** Routes that are closed to who reaches a part of the organisation alone. */
export type WholeRoute = {
  [N in RouteName]: (typeof routes)[N] extends { reach: 'organisation' } ? N : never;
}[RouteName];

/** Whether the signed-in account may call a route that counts for a whole organisation: `useMayCall('updateLabel')`. */
export function useMayCall(route: WholeRoute): boolean {
  return useMayCallCheck()(route);
}

/** The same check as a function. */
export function useMayCallCheck(): (route: WholeRoute) => boolean {
  const may = useMayCheck();
  const isPart = useSession()?.account.reach === 'part';
  return useCallback((route) => !isPart && may(ROUTES[route].permission as OfferedPermission), [isPart, may]);
}

/** Whether the account uses the personal edition: the plain view of an owner, without what organisations need. */
export function usePersonal(): boolean {
  const { accountType, visitor } = useAccount();
  return accountType === 'personal' && !visitor;
}
