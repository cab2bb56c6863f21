/** 1 where a row may stay, 0 where it may not or is not known. */
export type Mask = Uint8Array;

export interface Bounds {
  low?: number;
  high?: number;
}

const between = (values: Float64Array, low: number, high: number): Mask =>
  Uint8Array.from(values, (value) => Number(value > low && value < high));

/** Rows of normalised energy above 0.01, below nothing, unless told. RdTools 3. */
export const normalizedFilter = (energyNormalized: Float64Array, bounds: Bounds = {}): Mask =>
  between(energyNormalized, bounds.low ?? 0.01, bounds.high ?? Infinity);

/** Rows of light on the plane (W/m2) between 200 and 1200 unless told. RdTools 3. */
export const poaFilter = (poaGlobal: Float64Array, bounds: Bounds = {}): Mask =>
  between(poaGlobal, bounds.low ?? 200, bounds.high ?? 1200);

/** Rows of cells (degC) between -50 and 110 unless told. RdTools 3. */
export const tcellFilter = (temperatureCell: Float64Array, bounds: Bounds = {}): Mask =>
  between(temperatureCell, bounds.low ?? -50, bounds.high ?? 110);

/** Rows whose measured light (W/m2) is that of a clear sky, within `threshold`, 0.15 unless told. Throws where lengths differ. RdTools 3. */
export function csiFilter(measured: Float64Array, clearsky: Float64Array, threshold = 0.15): Mask {
  if (clearsky.length !== measured.length)
    throw new RangeError(`clearsky has ${clearsky.length} values, measured has ${measured.length}`);
  return Uint8Array.from(measured, (value, row) => {
    const index = value / clearsky[row]!;
    return Number(index >= 1 - threshold && index <= 1 + threshold);
  });
}
