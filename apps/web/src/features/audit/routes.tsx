import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.audit,
    lazy: async () => ({ Component: (await import('./audit-page.tsx')).AuditPage }),
  },
];

/** Its tabs of a station's page, put there by the router. */
export const stationTabs: RouteObject[] = [
  { path: 'log', lazy: async () => ({ Component: (await import('./log-tab.tsx')).LogTab }) },
];
