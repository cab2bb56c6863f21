import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages that need no session, besides those of accounts. */
export const outside: RouteObject[] = [
  {
    path: ADDRESSES.searchSerial,
    lazy: async () => ({ Component: (await import('./look-up-page.tsx')).LookUpPage }),
  },
];

/** Pages that several features fill, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.organisations,
    lazy: async () => ({ Component: (await import('./organisations.tsx')).Organisations }),
  },
  {
    path: ADDRESSES.account,
    lazy: async () => ({ Component: (await import('./account.tsx')).Account }),
  },
  {
    path: ADDRESSES.platform,
    lazy: async () => ({ Component: (await import('./platform-page.tsx')).PlatformPage }),
  },
  {
    path: ADDRESSES.search,
    lazy: async () => ({ Component: (await import('./search-page.tsx')).SearchPage }),
  },
];
