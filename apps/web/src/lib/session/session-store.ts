import type { Session } from '@sunfleet/contract';

/** Who is signed in, kept in local storage when remembered, else for this tab only. */
export interface SessionStore {
  get: () => Session | undefined;
  /** Reads the session from the storage again, because another tab may have renewed it a moment ago. */
  reread: () => Session | undefined;
  set: (session: Session | undefined, remember?: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

const KEY = 'sunfleet.session';

function parse(text: string | null): Session | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Session> | null;
    return value?.token && value.refreshToken && value.account ? (value as Session) : undefined;
  } catch {
    return undefined;
  }
}

/** The session of this browser. Signing out in one tab signs out the others. */
export function createSessionStore(
  storages: { lasting: Storage; tab: Storage } = { lasting: localStorage, tab: sessionStorage },
): SessionStore {
  const { lasting, tab } = storages;
  const listeners = new Set<() => void>();
  const read = () => parse(tab.getItem(KEY)) ?? parse(lasting.getItem(KEY));
  let current = read();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    current = read();
    tell();
  });
  return {
    get: () => current,
    reread: () => {
      current = read();
      return current;
    },
    set: (session, remember = lasting.getItem(KEY) !== null) => {
      current = session;
      tab.removeItem(KEY);
      lasting.removeItem(KEY);
      if (session) (remember ? lasting : tab).setItem(KEY, JSON.stringify(session));
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
