import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';
import { withTexts } from '../../lib/i18n/with-texts.ts';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.overview,
    lazy: withTexts(['portfolio'], async () => ({
      Component: (await import('./portfolio-page.tsx')).PortfolioPage,
    })),
  },
];
