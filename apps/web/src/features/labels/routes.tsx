import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.labels,
    lazy: async () => ({ Component: (await import('./label-list-page.tsx')).LabelListPage }),
  },
];
