import type { RouteObject } from 'react-router';

/** The tab of a station's page, put there by the router. */
export const stationTabs: RouteObject[] = [
  { path: 'calendar', lazy: async () => ({ Component: (await import('./calendar-tab.tsx')).CalendarTab }) },
];
