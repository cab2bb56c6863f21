import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.devices,
    lazy: async () => ({ Component: (await import('./list/device-list-page.tsx')).DeviceListPage }),
  },
  {
    path: ADDRESSES.device,
    lazy: async () => ({ Component: (await import('./detail/device-detail-page.tsx')).DeviceDetailPage }),
  },
  {
    path: ADDRESSES.connectedDevices,
    lazy: async () => ({ Component: (await import('./connected/connected-page.tsx')).ConnectedPage }),
  },
  {
    path: ADDRESSES.uploadItems,
    lazy: async () => ({ Component: (await import('./import/upload-items-page.tsx')).UploadItemsPage }),
  },
  {
    path: ADDRESSES.searchSerials,
    lazy: async () => ({
      Component: (await import('./look-up/look-up-several-page.tsx')).LookUpSeveralPage,
    }),
  },
  {
    path: ADDRESSES.points,
    lazy: async () => ({
      Component: (await import('./catalogue/point-catalogue-page.tsx')).PointCataloguePage,
    }),
  },
  {
    path: ADDRESSES.customPoints,
    lazy: async () => ({
      Component: (await import('./custom-points/custom-points-page.tsx')).CustomPointsPage,
    }),
  },
];
