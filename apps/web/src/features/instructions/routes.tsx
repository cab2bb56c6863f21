import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.instructions,
    lazy: async () => ({ Component: (await import('./instructions-page.tsx')).InstructionsPage }),
  },
  {
    path: ADDRESSES.instructionSets,
    lazy: async () => ({ Component: (await import('./instruction-sets-page.tsx')).InstructionSetsPage }),
  },
];
