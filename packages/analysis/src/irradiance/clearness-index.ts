import { cosDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

export interface ClearnessIndexInput {
  /** W/m2. */
  ghi: number;
  /** Degrees. */
  solarZenith: number;
  /** W/m2 on a plane that faces the Sun. */
  extraRadiation: number;
  /** Keeps the ratio sane near the horizon; 0.065 unless told. */
  minCosZenith?: number;
  /** 2 unless told. */
  maxClearnessIndex?: number;
}

/** Global light on the horizontal against that outside the atmosphere, from 0 to `maxClearnessIndex`. Maxwell 1987, SERI/TR-215-3087. */
export const clearnessIndex = vectorised<ClearnessIndexInput>(
  { ghi: NaN, solarZenith: NaN, extraRadiation: NaN, minCosZenith: 0.065, maxClearnessIndex: 2 },
  ({ ghi, solarZenith, extraRadiation, minCosZenith, maxClearnessIndex }) => {
    const index = ghi / (extraRadiation * Math.max(cosDeg(solarZenith), minCosZenith));
    return Math.min(maxClearnessIndex, Math.max(0, index));
  },
);

export interface ZenithIndependentInput {
  clearnessIndex: number;
  airmass: number;
  /** 2 unless told. */
  maxClearnessIndex?: number;
}

/** The clearness index without its dependence on the air mass. Perez et al. 1992, ASHRAE Transactions 98, 354-369. */
export const clearnessIndexZenithIndependent = vectorised<ZenithIndependentInput>(
  { clearnessIndex: NaN, airmass: NaN, maxClearnessIndex: 2 },
  ({ clearnessIndex, airmass, maxClearnessIndex }) => {
    const factor = 1.031 * Math.exp(-1.4 / (0.9 + 9.4 / airmass)) + 0.1;
    return Math.min(maxClearnessIndex, Math.max(0, clearnessIndex / factor));
  },
);

export interface ClearskyIndexInput {
  /** W/m2. */
  ghi: number;
  /** W/m2. */
  ghiClear: number;
  /** 2 unless told. */
  maxClearskyIndex?: number;
}

/** Global light against that of a clear sky, from 0 to `maxClearskyIndex`; 0 where a clear sky would be dark. */
export const clearskyIndex = vectorised<ClearskyIndexInput>(
  { ghi: NaN, ghiClear: NaN, maxClearskyIndex: 2 },
  ({ ghi, ghiClear, maxClearskyIndex }) => {
    if (!Number.isFinite(ghi) || !Number.isFinite(ghiClear)) return NaN;
    return ghiClear === 0 ? 0 : Math.min(maxClearskyIndex, Math.max(0, ghi / ghiClear));
  },
);
