import type { StationDetail } from '@sunfleet/contract';

/** Whether the station has a battery: entered with its capacity, or told by a device. */
export const hasBattery = ({ batteryKwh, live }: Pick<StationDetail, 'batteryKwh' | 'live'>): boolean =>
  batteryKwh !== null || live.soc !== null || live.battery !== null;
