import type { StationRow } from '@sunfleet/contract';

type Live = Pick<StationRow, 'live' | 'capacityKw'>;

/** Share of the rating that flows now, percent; unknown where either is. */
export const powerRatio = ({ live, capacityKw }: Live): number | null =>
  live.power === null || capacityKw <= 0 ? null : live.power / 10 / capacityKw;

/** Full-load hours of the local day: kWh per kWp; unknown where either is. */
export const hoursToday = ({ live, capacityKw }: Live): number | null =>
  live.energyToday === null || capacityKw <= 0 ? null : live.energyToday / capacityKw;
