import type { RouteObject } from 'react-router';

/** The organisation with its members, loaded when first opened; it stands inside the shell. */
export const routes: RouteObject[] = [
  {
    path: 'platformPro/service/organizationInfor',
    lazy: async () => ({ Component: (await import('./organisations-page.tsx')).OrganisationsPage }),
  },
];
