import { ADDRESSES, FAVOURITE_STATIONS } from '@sunfleet/contract';
import { Navigate, useLocation, type RouteObject } from 'react-router';
import { withTexts } from '../../lib/i18n/with-texts.ts';
import { fetchEcharts } from '../../ui/chart/fetch-echarts.ts';

function ToOverview() {
  const { search } = useLocation();
  return <Navigate to={`${ADDRESSES.station}/overview${search}`} replace />;
}

function ToEditing() {
  const { search } = useLocation();
  return <Navigate to={`${ADDRESSES.editStation}${search}`} replace />;
}

/** Pages of the domain, loaded when first opened; they stand inside the shell. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.stations,
    lazy: async () => ({ Component: (await import('./station-list-page.tsx')).StationListPage }),
  },
  {
    path: ADDRESSES.addStation,
    lazy: async () => ({ Component: (await import('./entry/add-station-page.tsx')).AddStationPage }),
  },
  {
    path: ADDRESSES.addStations,
    lazy: async () => ({ Component: (await import('./batch/add-stations-page.tsx')).AddStationsPage }),
  },
  {
    path: ADDRESSES.endedStations,
    lazy: async () => ({ Component: (await import('./ending/ended-stations-page.tsx')).EndedStationsPage }),
  },
  {
    path: ADDRESSES.addOwnStation,
    lazy: async () => ({
      Component: (await import('./wizard/personal-station-page.tsx')).PersonalStationPage,
    }),
  },
  {
    path: ADDRESSES.ownStation,
    lazy: async () => ({ Component: (await import('./own/own-station-page.tsx')).OwnStationPage }),
  },
  {
    path: ADDRESSES.editStation,
    lazy: async () => ({ Component: (await import('./edit/edit-station-page.tsx')).EditStationPage }),
  },
  {
    path: ADDRESSES.topology,
    lazy: async () => ({ Component: (await import('./topology/topology-page.tsx')).TopologyPage }),
  },
  {
    path: ADDRESSES.firstSteps,
    lazy: async () => ({
      Component: (await import('./first-steps/first-steps-page.tsx')).FirstStepsPage,
    }),
  },
  { path: ADDRESSES.favourites, element: <Navigate to={FAVOURITE_STATIONS} replace /> },
  { path: ADDRESSES.editStationOld, Component: ToEditing },
  { path: ADDRESSES.stationInOperations, Component: ToOverview },
  {
    path: ADDRESSES.station,
    lazy: withTexts(['points'], async () => ({
      Component: (await import('./detail/detail-layout.tsx')).DetailLayout,
    })),
    children: [
      { index: true, Component: ToOverview },
      {
        path: 'overview',
        lazy: withTexts(['portfolio', 'alarms', 'faults', 'weather', 'forecast'], async () => {
          // The library of the charts gets ready while the station is asked for, not after its answer.
          void fetchEcharts().catch(() => undefined);
          return { Component: (await import('./detail/overview-tab.tsx')).OverviewTab };
        }),
      },
      {
        path: 'device',
        lazy: async () => ({ Component: (await import('./detail/device-tab.tsx')).DeviceTab }),
      },
      { path: 'alarm', lazy: async () => ({ Component: (await import('./detail/alarm-tab.tsx')).AlarmTab }) },
      {
        path: 'storage',
        lazy: async () => ({ Component: (await import('./storage/storage-tab.tsx')).StorageTab }),
      },
      {
        path: 'kpis',
        lazy: async () => ({ Component: (await import('./kpis/kpis-tab.tsx')).KpisTab }),
      },
      {
        path: 'losses',
        lazy: async () => ({ Component: (await import('./losses/losses-tab.tsx')).LossesTab }),
      },
      { path: 'about', lazy: async () => ({ Component: (await import('./detail/about-tab.tsx')).AboutTab }) },
    ],
  },
];
