import { useEffect, useState } from 'react';

/** The value once it has stood still for `ms`: a search asks when the typing pauses, not at every key. */
export function useDelayed<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
