import { Navigate, useLocation, type RouteObject } from 'react-router';
import { ADD_STATION } from './addresses.ts';

function ToOverview() {
  const { search } = useLocation();
  return <Navigate to={`/station-detail/overview${search}`} replace />;
}

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: 'platformPro/devOps/powerStation',
    lazy: async () => ({ Component: (await import('./station-list-page.tsx')).StationListPage }),
  },
  {
    path: 'platformPro/devOps/addPowerStation',
    lazy: async () => ({ Component: (await import('./entry/add-station-page.tsx')).AddStationPage }),
  },
  // Where the personal edition has it.
  { path: 'platformUser/addPowerStation', element: <Navigate to={ADD_STATION} replace /> },
  {
    path: 'station-detail',
    lazy: async () => ({ Component: (await import('./detail/detail-layout.tsx')).DetailLayout }),
    children: [
      { index: true, Component: ToOverview },
      {
        path: 'overview',
        lazy: async () => ({ Component: (await import('./detail/overview-tab.tsx')).OverviewTab }),
      },
      {
        path: 'device',
        lazy: async () => ({ Component: (await import('./detail/device-tab.tsx')).DeviceTab }),
      },
      { path: 'alarm', lazy: async () => ({ Component: (await import('./detail/alarm-tab.tsx')).AlarmTab }) },
      { path: 'about', lazy: async () => ({ Component: (await import('./detail/about-tab.tsx')).AboutTab }) },
    ],
  },
];
