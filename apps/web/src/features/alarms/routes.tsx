import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.alarms,
    lazy: async () => ({ Component: (await import('./alarm-list-page.tsx')).AlarmListPage }),
  },
  {
    path: ADDRESSES.alarmRules,
    lazy: async () => ({ Component: (await import('./rules/rule-list-page.tsx')).RuleListPage }),
  },
  {
    path: ADDRESSES.alarmStatistics,
    lazy: async () => ({ Component: (await import('./statistics/statistics-page.tsx')).StatisticsPage }),
  },
  {
    path: ADDRESSES.alarmShields,
    lazy: async () => ({ Component: (await import('./shields/shield-list-page.tsx')).ShieldListPage }),
  },
];
