import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.tariffs,
    lazy: async () => ({ Component: (await import('./tariff-list-page.tsx')).TariffListPage }),
  },
  {
    path: ADDRESSES.editTariff,
    lazy: async () => ({ Component: (await import('./editor/edit-tariff-page.tsx')).EditTariffPage }),
  },
];

/** Its tab of a station's page, put there by the router. */
export const stationTabs: RouteObject[] = [
  { path: 'money', lazy: async () => ({ Component: (await import('./station/money-tab.tsx')).MoneyTab }) },
];
