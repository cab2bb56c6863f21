import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.products,
    lazy: async () => ({ Component: (await import('./product-list-page.tsx')).ProductListPage }),
  },
  {
    path: ADDRESSES.productDetail,
    lazy: async () => ({ Component: (await import('./product-page.tsx')).ProductPage }),
  },
];
