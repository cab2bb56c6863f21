import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: 'platformPro/system/imports',
    lazy: async () => ({ Component: (await import('./list/import-list-page.tsx')).ImportListPage }),
  },
  {
    path: 'platformPro/system/imports/new',
    lazy: async () => ({ Component: (await import('./wizard/import-wizard-page.tsx')).ImportWizardPage }),
  },
  {
    path: 'platformPro/system/imports/run',
    lazy: async () => ({ Component: (await import('./run/import-run-page.tsx')).ImportRunPage }),
  },
];
