import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { LiveConnection } from './live-connection.ts';

const LiveContext = createContext<LiveConnection | undefined>(undefined);

/** Gives the pages below it their live stream. Without one (tests) pages show what they have read. */
export function LiveProvider({ live, children }: { live: LiveConnection; children: ReactNode }) {
  useEffect(() => {
    const follow = () => live.setVisible(!document.hidden);
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      live.close();
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The stream itself; undefined where none is provided. */
export const useLiveConnection = (): LiveConnection | undefined => useContext(LiveContext);
