import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.authorizations,
    lazy: async () => ({ Component: (await import('./list/authorizations-page.tsx')).AuthorizationsPage }),
  },
];

/** Its tabs of a station's page, put there by the router. */
export const stationTabs: RouteObject[] = [
  {
    path: 'authorize',
    lazy: async () => ({ Component: (await import('./authorize/authorize-tab.tsx')).AuthorizeTab }),
  },
];
