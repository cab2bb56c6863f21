import { useSyncExternalStore } from 'react';
import type { Loss } from './create-reach.ts';
import { serverReach } from './server-reach.ts';

/** Since when the server does not answer; undefined while it does. */
export const useLoss = (): Loss | undefined => useSyncExternalStore(serverReach.subscribe, serverReach.get);
