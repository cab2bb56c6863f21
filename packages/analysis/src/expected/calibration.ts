import type { Spreads } from './band-spread.ts';
import type { LightSource } from './expected-source.ts';

/** Steps of the Sun's azimuth and elevation in which factors are learned, degrees. */
export const AZIMUTH_STEP = 10;
export const ELEVATION_STEP = 5;
export const AZIMUTHS = 360 / AZIMUTH_STEP;
export const ELEVATIONS = 90 / ELEVATION_STEP;
/** Shares of the capacity, from 0 on, between which what depends on the load is straight. */
export const LEVEL_STEP = 0.1;
export const LEVELS = 11;

/** What is learned of a station by one source of light. */
export interface SourceCalibration {
  /** Real against modelled power by the Sun's position: rows of elevation, each of `AZIMUTHS`; null: the same as `factor`. */
  cells: readonly (number | null)[];
  /** Where no cell was learned. */
  factor: number;
  /** The rest by load, `LEVELS` values. */
  levels: readonly number[];
  /** Real against expected power in the lower and upper tenth, by load. */
  low: readonly number[];
  high: readonly number[];
  /** Accepted days, and their rows. */
  days: number;
  rows: number;
  /** Of the hourly means of these days in daylight, shares of the capacity. */
  rmse: number;
  bias: number;
}

/** What is learned of a station on accepted days. JSON. */
export interface Calibration {
  sources: Partial<Record<LightSource, SourceCalibration>>;
  /** W that the power does not exceed although the light would give more; null: none was seen. */
  limit: number | null;
  /** What days after those that taught say of the band; where nothing is said it holds as it was learned. */
  spreads?: Spreads;
}

export const UNCALIBRATED: Calibration = { sources: {}, limit: null };

/** Real against expected power where nothing was learned: what stations differ in, and what weather does that the source does not see. */
const USUAL: Record<LightSource, Pick<SourceCalibration, 'factor'> & { low: number; high: number }> = {
  poa: { factor: 1, low: 0.88, high: 1.08 },
  ghi: { factor: 1, low: 0.82, high: 1.12 },
  weather: { factor: 1, low: 0.5, high: 1.3 },
  peers: { factor: 1, low: 0.75, high: 1.2 },
  // Half of all daylight has less than this share of a clear sky's.
  clearSky: { factor: 0.8, low: 0.25, high: 1.3 },
};

const flat = (value: number) => Array.from({ length: LEVELS }, () => value);

/** Stands for a calibration where none is known. */
export const usualCalibration = (source: LightSource): SourceCalibration => ({
  cells: [],
  factor: USUAL[source].factor,
  levels: flat(1),
  low: flat(USUAL[source].low),
  high: flat(USUAL[source].high),
  days: 0,
  rows: 0,
  rmse: NaN,
  bias: NaN,
});

/** Index of the cell of a Sun's position; azimuth from 0 to 360, elevation above -1 degree. */
export function cellOf(azimuth: number, elevation: number): number {
  const column = Math.floor(azimuth / AZIMUTH_STEP) % AZIMUTHS;
  const row = Math.min(ELEVATIONS - 1, Math.max(0, Math.floor(elevation / ELEVATION_STEP)));
  return row * AZIMUTHS + column;
}

/** Value of a table by load at a share of the capacity, straight between its steps. */
export function levelAt(table: readonly number[], share: number): number {
  const place = Math.min(LEVELS - 1, Math.max(0, share / LEVEL_STEP));
  const below = Math.min(LEVELS - 2, Math.floor(place));
  return table[below]! + (table[below + 1]! - table[below]!) * (place - below);
}

/** Sharpness of the bend before a limit. */
const BEND = 20;

/** Power that nears a limit softly, as means over clouds do. */
export const softLimit = (power: number, limit: number | null): number =>
  limit === null || power <= 0 ? power : power / (1 + (power / limit) ** BEND) ** (1 / BEND);
