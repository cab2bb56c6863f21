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

/** Volt-amperes, reactive ones and ohms, from the step in which the catalogue has them. */
const APPARENT: Scale = [
  [1e3, 1, 'VA'],
  [1e6, 1e3, 'kVA'],
  [Infinity, 1e6, 'MVA'],
];
const REACTIVE: Scale = [
  [1e3, 1, 'var'],
  [1e6, 1e3, 'kvar'],
  [Infinity, 1e6, 'Mvar'],
];
const RESISTANCE: Scale = [
  [1e3, 1, 'kΩ'],
  [1e6, 1e3, 'MΩ'],
  [Infinity, 1e6, 'GΩ'],
];

/** 999.96 must read 1.00 of the next unit, not 1000 of this one. */
const ROUNDS_UP = 1.0005;

/** Units of which nobody measures a part. */
const WHOLE: ReadonlySet<string> = new Set(['W', 'VA', 'var']);

function scaled(value: number | null | undefined, scale: Scale, language: string, wanted?: number): Quantity {
  if (value === null || value === undefined || !Number.isFinite(value)) return { value: UNKNOWN, unit: '' };
  const size = Math.abs(value) * ROUNDS_UP;
  const [, divisor, unit] = scale.find(([below]) => size < below) ?? scale.at(-1)!;
  const digits = wanted ?? (WHOLE.has(unit) ? 0 : undefined);
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

/** Units in which large values of a unit are written; none for what has only one. */
const SCALES: Readonly<Record<string, Scale>> = {
  W: POWER,
  kWh: ENERGY,
  VA: APPARENT,
  var: REACTIVE,
  kΩ: RESISTANCE,
};

/** Digits behind the point that meters of these units tell; a grid's frequency says nothing without them. */
const DIGITS: Readonly<Record<string, number>> = { Hz: 2, V: 1, A: 2, '°C': 1, '°F': 1 };

/**
 * A value in its own unit, for points: `230.1 V`. Powers, energies and resistances keep the catalogue's unit only below 1,000. Digits behind the point are those of
 * the unit unless given.
 */
export function splitValue(
  value: number | null | undefined,
  unit: string,
  language: string,
  digits?: number,
): Quantity {
  const scale = SCALES[unit];
  if (scale) return scaled(value, scale, language, digits);
  const text = formatNumber(value, language, digits ?? DIGITS[unit]);
  return { value: text, unit: text === UNKNOWN ? '' : unit };
}

/** The unit in which all figures up to this size are written, and what one of it holds: 12,000 W are written in kW. */
export function unitStep(size: number, unit: string): { divisor: number; unit: string } {
  const scale = SCALES[unit];
  const [, divisor, name] = scale?.find(([below]) => size < below) ?? scale?.at(-1) ?? [0, 1, unit];
  return { divisor, unit: name };
}

/** Both ends of a span in the unit of the larger one, which is named once: `0`, `4.04 kW`. */
export function splitSpan(
  low: number,
  high: number,
  { unit, language, digits }: { unit: string; language: string; digits?: number | undefined },
): { low: string; high: Quantity } {
  const { divisor, unit: name } = unitStep(Math.max(Math.abs(low), Math.abs(high)) * ROUNDS_UP, unit);
  return {
    low: formatNumber(low / divisor, language, digits),
    high: { value: formatNumber(high / divisor, language, digits), unit: name },
  };
}

/** `12.3 kW`, with a space that does not break. */
export const joinQuantity = ({ value, unit }: Quantity): string => (unit ? `${value}\u00A0${unit}` : value);
