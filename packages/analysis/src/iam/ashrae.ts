import { cosDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface AshraeInput {
  /** Angle of incidence, degrees. */
  aoi: number;
  /** 0.05 unless told. */
  b?: number;
}

/**
 * Share of beam light that a module lets in, against vertical incidence: 1 - b (1 / cos aoi - 1), not below 0, and 0
 * from 90 degrees on. Souka and Safwat 1966; ASHRAE standard 93-77.
 */
export const ashrae = vectorised<AshraeInput>({ aoi: NaN, b: 0.05 }, ({ aoi, b }) =>
  Math.abs(aoi) >= 90 ? zeroOf(b) : Math.max(0, 1 - b * (1 / cosDeg(aoi) - 1)),
);
