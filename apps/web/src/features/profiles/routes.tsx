import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.profiles,
    lazy: async () => ({ Component: (await import('./profile-list-page.tsx')).ProfileListPage }),
  },
  {
    path: ADDRESSES.profile,
    lazy: async () => ({ Component: (await import('./profile-page.tsx')).ProfilePage }),
  },
  {
    path: ADDRESSES.tryProfile,
    lazy: async () => ({ Component: (await import('./try-page.tsx')).TryPage }),
  },
];
