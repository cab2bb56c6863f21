import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

const lazy = async () => ({ Component: (await import('./task-list-page.tsx')).TaskListPage });

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  { path: ADDRESSES.tasks, lazy },
  { path: ADDRESSES.scheduledTasks, lazy },
];
