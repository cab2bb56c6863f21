import type { RouteObject } from 'react-router';

/** The tab of a station's page, put there by the router. */
export const stationTabs: RouteObject[] = [
  { path: 'design', lazy: async () => ({ Component: (await import('./design-tab.tsx')).DesignTab }) },
];
