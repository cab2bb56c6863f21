import { useState } from 'react';

/** Steps that are kept to go back. */
const KEPT = 100;

/** Steps back and forth over what is typed; `put` draws a state without a step of its own. */
export function useHistory<T>(value: T, put: (value: T) => void) {
  const [past, setPast] = useState<readonly T[]>([]);
  const [future, setFuture] = useState<readonly T[]>([]);
  return {
    change: (next: T) => {
      setPast([...past, value].slice(-KEPT));
      setFuture([]);
      put(next);
    },
    undo:
      past.length === 0
        ? undefined
        : () => {
            setFuture([value, ...future]);
            setPast(past.slice(0, -1));
            put(past.at(-1)!);
          },
    redo:
      future.length === 0
        ? undefined
        : () => {
            setPast([...past, value]);
            setFuture(future.slice(1));
            put(future[0]!);
          },
  };
}
