import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: ADDRESSES.dataErrors,
    lazy: async () => ({ Component: (await import('./data-errors-page.tsx')).DataErrorsPage }),
  },
];
