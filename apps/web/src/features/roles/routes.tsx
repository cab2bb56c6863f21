import type { RouteObject } from 'react-router';

/** Roles and what they hold, loaded when first opened; the page stands inside the shell. */
export const routes: RouteObject[] = [
  {
    path: 'platformPro/service/permissionSetting',
    lazy: async () => ({ Component: (await import('./roles-page.tsx')).RolesPage }),
  },
];
