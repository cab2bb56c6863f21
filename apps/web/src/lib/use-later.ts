import { useEffect, useState } from 'react';

/** What a page is about is asked for first: the rest waits so many milliseconds for its turn on a slow line. */
const LATER_MS = 1500;

/** False at first, true a moment later: what the frame of a page tells beside its rows can wait for them. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
