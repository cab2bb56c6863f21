import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.tools,
    lazy: async () => ({ Component: (await import('./decoder-page.tsx')).DecoderPage }),
  },
  {
    path: ADDRESSES.apiConsole,
    lazy: async () => ({ Component: (await import('./api/api-console-page.tsx')).ApiConsolePage }),
  },
];
