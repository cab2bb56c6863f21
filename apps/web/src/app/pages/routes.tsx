import type { RouteObject } from 'react-router';

/** Pages that several features fill, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: 'platformPro/service/organizationInfor',
    lazy: async () => ({ Component: (await import('./organisations.tsx')).Organisations }),
  },
  {
    path: 'platformPro/system/account',
    lazy: async () => ({ Component: (await import('./account.tsx')).Account }),
  },
  {
    path: 'platformPro/service/platform',
    lazy: async () => ({ Component: (await import('./platform-page.tsx')).PlatformPage }),
  },
];
