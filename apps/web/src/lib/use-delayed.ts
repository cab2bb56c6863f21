import { useEffect, useState } from 'react';

/** The value once it has not changed for `ms`, so that a search waits for a pause instead of asking at every key. */
export function useDelayed<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
