import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Roles and what they hold, loaded when first opened; the page stands inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.roles,
    lazy: async () => ({ Component: (await import('./roles-page.tsx')).RolesPage }),
  },
];
