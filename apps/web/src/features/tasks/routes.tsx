import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';
import { withTexts } from '../../lib/i18n/with-texts.ts';

const lazy = async () => ({ Component: (await import('./task-list-page.tsx')).TaskListPage });

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  { path: ADDRESSES.tasks, lazy },
  { path: ADDRESSES.scheduledTasks, lazy },
];

/** The tab of a station's page, put there by the router. Its address is spelled as installed programs know it. */
export const stationTabs: RouteObject[] = [
  {
    path: 'opration',
    lazy: withTexts(['tasks', 'runs', 'devices'], async () => ({
      Component: (await import('./station/operation-tab.tsx')).OperationTab,
    })),
  },
];
