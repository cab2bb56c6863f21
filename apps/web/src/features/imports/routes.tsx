import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.imports,
    lazy: async () => ({ Component: (await import('./list/import-list-page.tsx')).ImportListPage }),
  },
  {
    path: ADDRESSES.newImport,
    lazy: async () => ({ Component: (await import('./wizard/import-wizard-page.tsx')).ImportWizardPage }),
  },
  {
    path: ADDRESSES.importRun,
    lazy: async () => ({ Component: (await import('./run/import-run-page.tsx')).ImportRunPage }),
  },
];
