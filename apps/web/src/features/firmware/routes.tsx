import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.firmware,
    lazy: async () => ({
      Component: (await import('./library/firmware-list-page.tsx')).FirmwareListPage,
    }),
  },
  {
    path: ADDRESSES.firmwareDetail,
    lazy: async () => ({ Component: (await import('./detail/firmware-page.tsx')).FirmwarePage }),
  },
  {
    path: ADDRESSES.uploadFirmware,
    lazy: async () => ({
      Component: (await import('./upload/upload-firmware-page.tsx')).UploadFirmwarePage,
    }),
  },
];
