import type { StationLive } from '@sunfleet/contract';

/** A station that runs without trouble and has measured nothing but its power, W. */
export const stationLive = (stationId: number, power = 1): StationLive => ({
  stationId,
  status: 'normal',
  communication: 'online',
  power,
  load: null,
  grid: null,
  battery: null,
  soc: null,
  runMode: null,
  irradiance: null,
  energyToday: null,
  energyMonth: null,
  energyYear: null,
  energyTotal: null,
  expectedToday: null,
  expectedBy: null,
  irradiationToday: null,
  signal: null,
  devicesOnline: 1,
  devicesTotal: 1,
  alarms: { emergency: 0, general: 0, tip: 0 },
  lastDataAt: null,
});
