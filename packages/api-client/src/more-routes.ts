import type { RouteName } from '@sunfleet/contract';
import type { RouteAddress } from './routes.ts';

/** What the build of the web leaves out of the table for the login (`apps/web/scripts/route-table.ts`); elsewhere the table has all. */
export const MORE_ROUTES: Readonly<Partial<Record<RouteName, RouteAddress>>> = {};
