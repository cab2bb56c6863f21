import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: 'platformPro/service/auditLog',
    lazy: async () => ({ Component: (await import('./audit-page.tsx')).AuditPage }),
  },
];

/** Its tabs of a station's page, put there by the router. */
export const stationTabs: RouteObject[] = [
  { path: 'log', lazy: async () => ({ Component: (await import('./log-tab.tsx')).LogTab }) },
];
