import { formatNumber, type Quantity, UNKNOWN } from './number.ts';

type Scale = readonly (readonly [below: number, divisor: number, unit: string])[];

const POWER: Scale = [
  [1e3, 1, 'W'],
  [1e6, 1e3, 'kW'],
  [1e9, 1e6, 'MW'],
  [Infinity, 1e9, 'GW'],
];
const PEAK: Scale = [
  [1e3, 1, 'kWp'],
  [1e6, 1e3, 'MWp'],
  [Infinity, 1e6, 'GWp'],
];
const ENERGY: Scale = [
  [1e3, 1, 'kWh'],
  [1e6, 1e3, 'MWh'],
  [1e9, 1e6, 'GWh'],
  [Infinity, 1e9, 'TWh'],
];
const MASS: Scale = [
  [1e3, 1, 'kg'],
  [1e6, 1e3, 't'],
  [Infinity, 1e6, 'kt'],
];

function scaled(value: number | null | undefined, scale: Scale, language: string): Quantity {
  if (value === null || value === undefined || !Number.isFinite(value)) return { value: UNKNOWN, unit: '' };
  // 999.96 must read 1.00 of the next unit, not 1000 of this one.
  const size = Math.abs(value) * 1.0005;
  const [, divisor, unit] = scale.find(([below]) => size < below) ?? scale.at(-1)!;
  const digits = unit === 'W' ? 0 : undefined;
  return { value: formatNumber(value / divisor, language, digits), unit };
}

/** Power given in W. */
export const splitPower = (watts: number | null | undefined, language: string): Quantity =>
  scaled(watts, POWER, language);

/** Energy given in kWh. */
export const splitEnergy = (kWh: number | null | undefined, language: string): Quantity =>
  scaled(kWh, ENERGY, language);

/** Installed capacity given in kWp. */
export const splitCapacity = (kWp: number | null | undefined, language: string): Quantity =>
  scaled(kWp, PEAK, language);

/** Mass given in kg. */
export const splitMass = (kg: number | null | undefined, language: string): Quantity =>
  scaled(kg, MASS, language);

/** A value in its own unit, for points: `230.1 V`. Power and energy keep the catalogue's unit only below 1,000. */
export function splitValue(value: number | null | undefined, unit: string, language: string): Quantity {
  if (unit === 'W') return splitPower(value, language);
  if (unit === 'kWh') return splitEnergy(value, language);
  const text = formatNumber(value, language);
  return { value: text, unit: text === UNKNOWN ? '' : unit };
}

/** `12.3 kW`, with a space that does not break. */
export const joinQuantity = ({ value, unit }: Quantity): string => (unit ? `${value}\u00A0${unit}` : value);
