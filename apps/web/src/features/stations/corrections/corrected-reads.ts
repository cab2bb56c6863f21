import type { RouteName } from '@sunfleet/contract';

/** What shows energies that people can add to. */
export const CORRECTED_READS = [
  'listEnergyCorrections',
  'getStation',
  'stationEnergy',
  'listStations',
  'portfolioOverview',
  'portfolioEnergy',
] as const satisfies readonly RouteName[];
