import { checkWindow, type Flags } from '../quality/flags.ts';

export interface ClippingLevelsOptions {
  /** Rows of which most must be at a level; 4 unless told. */
  window?: number;
  /** Share of them; 0.75 unless told. */
  fractionInWindow?: number;
  /** Height of a level, as a share of all power; 0.005 unless told. */
  rtol?: number;
  /** How many levels there can be; 2 unless told. */
  levels?: number;
}

/** The bands of power in which most rows are, as bounds; of equal ones the lower. */
function fullestBands(power: Float64Array, bands: number, count: number): [number, number][] {
  const low = power.reduce((one, other) => Math.min(one, other), Infinity);
  const high = power.reduce((one, other) => Math.max(one, other), -Infinity);
  const height = (high - low) / bands;
  const edge = (band: number) => (band === bands ? high : low + band * height);
  const counts = new Uint32Array(bands);
  for (const value of power) {
    let band = Math.min(bands - 1, Math.floor((value - low) / height));
    if (value < edge(band)) band -= 1;
    else if (value >= edge(band + 1) && band < bands - 1) band += 1;
    counts[band]! += 1;
  }
  return [...counts.keys()]
    .sort((one, other) => counts[other]! - counts[one]!)
    .slice(0, count)
    .map((band) => [edge(band), edge(band + 1)]);
}

/**
 * Rows of AC power at a level where power often is for long, as at the limit of an inverter. Unknown rows are left out first. Perry et al. 2021; pvanalytics,
 * `features.clipping.levels`.
 */
export function clippingLevels(acPower: Float64Array, options: ClippingLevelsOptions = {}): Flags {
  const { window = 4, fractionInWindow = 0.75, rtol = 0.005, levels = 2 } = options;
  checkWindow(window, 1);
  const flags = new Uint8Array(acPower.length);
  const rows = [...acPower.keys()].filter((row) => !Number.isNaN(acPower[row]!));
  const power = Float64Array.from(rows, (row) => acPower[row]!);
  if (power.every((value) => value === power[0])) return flags;
  for (const [low, high] of fullestBands(power, Math.ceil(1 / rtol), levels)) {
    let within = 0;
    const isIn = (at: number) => Number(power[at]! >= low && power[at]! <= high);
    for (const [at, row] of rows.entries()) {
      within += isIn(at) - (at >= window ? isIn(at - window) : 0);
      if (at >= window - 1 && within >= window * fractionInWindow && isIn(at) === 1) flags[row] = 1;
    }
  }
  return flags;
}
