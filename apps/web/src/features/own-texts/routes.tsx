import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.uploadTexts,
    lazy: async () => ({ Component: (await import('./texts-page.tsx')).TextsPage }),
  },
];
