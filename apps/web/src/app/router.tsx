import { ADDRESSES } from '@sunfleet/contract';
import { createHashRouter, type RouteObject } from 'react-router';
import { ownAccount, routes as accounts } from '../features/accounts/routes.tsx';
import { routes as dataErrors } from '../features/data-errors/routes.tsx';
import { routes as alarms } from '../features/alarms/routes.tsx';
import { routes as commands } from '../features/commands/routes.tsx';
import { routes as devices } from '../features/devices/routes.tsx';
import { routes as firmware } from '../features/firmware/routes.tsx';
import { routes as components } from '../features/components/routes.tsx';
import { routes as guide } from '../features/guide/routes.tsx';
import { routes as deviceBatches } from '../features/device-batches/routes.tsx';
import { routes as instructions } from '../features/instructions/routes.tsx';
import { routes as imports } from '../features/imports/routes.tsx';
import { routes as audit, stationTabs as auditTabs } from '../features/audit/routes.tsx';
import { routes as grants, stationTabs as grantTabs } from '../features/grants/routes.tsx';
import { routes as labels } from '../features/labels/routes.tsx';
import { stationTabs as calendarTabs } from '../features/station-calendar/routes.tsx';
import { stationTabs as designTabs } from '../features/station-designs/routes.tsx';
import { routes as tariffs, stationTabs as tariffTabs } from '../features/tariffs/routes.tsx';
import { routes as roles } from '../features/roles/routes.tsx';
import { routes as profiles } from '../features/profiles/routes.tsx';
import { routes as ownTexts } from '../features/own-texts/routes.tsx';
import { routes as localModes } from '../features/local-modes/routes.tsx';
import { routes as products } from '../features/products/routes.tsx';
import { routes as portfolio } from '../features/portfolio/routes.tsx';
import { routes as tools } from '../features/tools/routes.tsx';
import { routes as tasks, stationTabs as taskTabs } from '../features/tasks/routes.tsx';
import { routes as sims } from '../features/sims/routes.tsx';
import { routes as stations } from '../features/stations/routes.tsx';
import { outside, routes as joined } from './pages/routes.tsx';
import { NotFound } from './not-found.tsx';
import { RequireSession } from './require-session.tsx';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { StartPage } from './start-page.tsx';
import { withChunkTimeout } from './with-chunk-timeout.ts';

/** A station's page with the tabs that other features put into it. */
const withTabs = (route: RouteObject): RouteObject =>
  route.path === ADDRESSES.station && !route.index
    ? {
        ...route,
        children: [
          ...(route.children ?? []),
          ...designTabs,
          ...calendarTabs,
          ...taskTabs,
          ...tariffTabs,
          ...grantTabs,
          ...auditTabs,
        ],
      }
    : route;

/** Every address of the product. The shell and its component library are loaded once somebody is signed in. */
export const routeTree = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      ...accounts,
      ...outside,
      {
        Component: RequireSession,
        children: [
          {
            lazy: () => import('./shell/shell.tsx').then(({ Shell }) => ({ Component: Shell })),
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  { path: '/', Component: StartPage },
                  { path: ADDRESSES.product, Component: StartPage },
                  ...ownAccount,
                  ...stations.map(withTabs),
                  ...commands,
                  ...devices,
                  ...portfolio,
                  ...alarms,
                  ...dataErrors,
                  ...imports,
                  ...deviceBatches,
                  ...localModes,
                  ...ownTexts,
                  ...products,
                  ...profiles,
                  ...instructions,
                  ...guide,
                  ...roles,
                  ...joined,
                  ...components,
                  ...sims,
                  ...tasks,
                  ...firmware,
                  ...labels,
                  ...tariffs,
                  ...grants,
                  ...audit,
                  ...tools,
                  { path: '*', Component: NotFound },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

/** Follows the address from now on. */
export const createRouter = () => createHashRouter(withChunkTimeout(routeTree));
