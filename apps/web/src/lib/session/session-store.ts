import type { Session } from '@sunfleet/contract';
import type { SessionChannel } from './session-channel.ts';
import { SESSION_KEY as KEY } from './session-key.ts';

/**
 * Who is signed in: kept in local storage when remembered, else for as long as a tab of the product is open. All tabs have the same
 * session.
 */
export interface SessionStore {
  get: () => Session | undefined;
  /** Reads the session from the storage again, because another tab may have renewed it a moment ago. */
  reread: () => Session | undefined;
  set: (session: Session | undefined, remember?: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

interface SessionStoreOptions {
  lasting?: Storage;
  tab?: Storage;
  /** Brings a session that is not remembered to the other tabs. Without one it stays in this tab. */
  channel?: SessionChannel;
}

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
export function createSessionStore(options: SessionStoreOptions = {}): SessionStore {
  const { lasting = localStorage, tab = sessionStorage, channel } = options;
  const listeners = new Set<() => void>();
  const read = () => parse(tab.getItem(KEY)) ?? parse(lasting.getItem(KEY));
  let current = read();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const take = () => {
    current = read();
    tell();
  };
  addEventListener('storage', (event) => {
    if (event.key === KEY) take();
  });
  channel?.open({
    own: () => parse(tab.getItem(KEY)),
    take: (session) => {
      if (session) tab.setItem(KEY, JSON.stringify(session));
      else tab.removeItem(KEY);
      take();
    },
  });
  return {
    get: () => current,
    reread: () => {
      current = read();
      return current;
    },
    set: (session, remember = lasting.getItem(KEY) !== null) => {
      current = session;
      const [kept, left] = remember ? [lasting, tab] : [tab, lasting];
      // Put in the place of the one before, not after it is taken away: other tabs that look in between would sign out.
      if (session) kept.setItem(KEY, JSON.stringify(session));
      else kept.removeItem(KEY);
      left.removeItem(KEY);
      channel?.send(remember ? undefined : session);
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
