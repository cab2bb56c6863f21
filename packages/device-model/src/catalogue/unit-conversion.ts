import { pointByKey, type PointDef } from './points.ts';
import { sameUnitFamily } from './units.ts';

/** Turns a value of one unit into another one: `(value + before) * multiply / divide`. Whole numbers, so that 1,234 Wh are 1.234 kWh, and no factor of 0.001 is rounded first. */
export interface UnitConversion {
  before: number;
  multiply: number;
  divide: number;
}

/** How many of the smallest unit of its family a unit is. Temperatures stand below; a level (dB, dBm) is only itself. */
const SIZES: Readonly<Record<string, number>> = {
  W: 1,
  kW: 1000,
  MW: 1_000_000,
  Wh: 1,
  kWh: 1000,
  MWh: 1_000_000,
  var: 1,
  kvar: 1000,
  VA: 1,
  kVA: 1000,
  mV: 1,
  V: 1000,
  kV: 1_000_000,
  mA: 1,
  A: 1000,
  Ω: 1,
  kΩ: 1000,
  MΩ: 1_000_000,
  Hz: 1,
  kHz: 1000,
  ppm: 1,
  '‰': 1000,
  '%': 10_000,
  'km/h': 5,
  'm/s': 18,
  Pa: 1,
  hPa: 100,
  mbar: 100,
  kPa: 1000,
  bar: 100_000,
  mm: 1,
  cm: 10,
  m: 1000,
  km: 1_000_000,
  l: 1,
  'm³': 1000,
  'l/h': 1,
  'l/min': 60,
  'm³/h': 1000,
  g: 1,
  kg: 1000,
  t: 1_000_000,
  'µg/m³': 1,
  'g/m³': 1_000_000,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const SAME: UnitConversion = { before: 0, multiply: 1, divide: 1 };

const TEMPERATURES: Readonly<Record<string, UnitConversion>> = {
  '°F °C': { before: -32, multiply: 5, divide: 9 },
  'K °C': { before: -273.15, multiply: 1, divide: 1 },
};

/** How values of one unit become those of another one; undefined where there is no way. */
export function unitConversion(from: string, to: string): UnitConversion | undefined {
  if (from === to) return SAME;
  if (!sameUnitFamily(from, to)) return undefined;
  const [multiply, divide] = [SIZES[from], SIZES[to]];
  if (multiply === undefined || divide === undefined) return TEMPERATURES[`${from} ${to}`];
  const shared = greatestDivisor(multiply, divide);
  return { before: 0, multiply: multiply / shared, divide: divide / shared };
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);

export const convertUnit = (value: number, { before, multiply, divide }: UnitConversion): number =>
  ((value + before) * multiply) / divide;

/**
 * The point of the catalogue that a custom point may be recorded as; undefined for other keys. Codes and flags are none: a device's own
 * codes are not those of the platform.
 */
export function recordablePoint(key: string): PointDef | undefined {
  const point = pointByKey(key);
  return point && point.kind !== 'state' && point.kind !== 'bits' ? point : undefined;
}
