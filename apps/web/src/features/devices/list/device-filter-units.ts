import type { DeviceFigure, Range } from '@sunfleet/contract';

/** Unit in which people type a figure, and how many units of the API it is. */
export const DEVICE_UNITS: Readonly<Record<DeviceFigure, { unit: string; factor: number }>> = {
  power: { unit: 'kW', factor: 1000 },
  ratedPower: { unit: 'kW', factor: 1000 },
  energyToday: { unit: 'kWh', factor: 1 },
  soc: { unit: '%', factor: 1 },
  signal: { unit: '%', factor: 1 },
  alarms: { unit: '', factor: 1 },
  silence: { unit: 'h', factor: 1 },
};

/** A range in other units, without the traces of binary fractions. */
export const scaledRange = ({ from, to }: Range<number>, factor: number): Range<number> => ({
  ...(from === undefined ? {} : { from: Number((from * factor).toFixed(6)) }),
  ...(to === undefined ? {} : { to: Number((to * factor).toFixed(6)) }),
});
