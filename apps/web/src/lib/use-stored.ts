import { useSyncExternalStore } from 'react';
import type { Stored } from './stored.ts';

/** The stored value; renders again when it changes. */
export function useStored<T>(stored: Stored<T>): T {
  return useSyncExternalStore(stored.subscribe, stored.get);
}
