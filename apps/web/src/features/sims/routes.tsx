import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.sims,
    lazy: async () => ({ Component: (await import('./sim-list-page.tsx')).SimListPage }),
  },
];
