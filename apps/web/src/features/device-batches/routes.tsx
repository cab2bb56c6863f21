import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.deviceBatches,
    lazy: async () => ({ Component: (await import('./batch-list-page.tsx')).BatchListPage }),
  },
  {
    path: ADDRESSES.deviceBatch,
    lazy: async () => ({ Component: (await import('./batch-page.tsx')).BatchPage }),
  },
];
