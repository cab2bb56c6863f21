import { cosDeg, RADIANS } from '../sun/angles.ts';
import { vectorised, vectorisedParts } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';
import type { DiffuseIam } from './schlick.ts';

export interface MartinRuizInput {
  /** Angle of incidence, degrees. */
  aoi: number;
  /** Coefficient of angular losses, above 0; 0.16 unless told, 0.08 to 0.25 of flat modules. */
  aR?: number;
}

/** NaN of a coefficient that is no coefficient. */
const positive = (value: number) => (value > 0 ? value : NaN);

/**
 * Share of beam light that a module lets in, against vertical incidence: (1 - exp(-cos aoi / aR)) / (1 - exp(-1 / aR)),
 * 0 from 90 degrees on. NaN with `aR` not above 0. Martin and Ruiz 2001, Solar Energy Materials & Solar Cells 70, 25-38.
 */
export const martinRuiz = vectorised<MartinRuizInput>({ aoi: NaN, aR: 0.16 }, (row) => {
  const aR = positive(row.aR);
  const iam = Math.expm1(-cosDeg(row.aoi) / aR) / Math.expm1(-1 / aR);
  return Math.abs(row.aoi) >= 90 ? zeroOf(aR) : iam;
});

export interface MartinRuizDiffuseInput {
  /** Degrees from 0 to 180. */
  surfaceTilt: number;
  /** Coefficient of angular losses, above 0; 0.16 unless told. */
  aR?: number;
  /** 4 / (3 pi) rounded, 0.4244, unless told. */
  c1?: number;
  /** 0.5 aR - 0.154 (IEC 61853-3) unless told. */
  c2?: number | null;
}

/** Keeps the terms of horizontal planes finite, degrees. */
const NEARLY_NONE = 1e-6;

/** The same for light of the sky and of the ground. Martin and Ruiz 2001 and corrigendum 2013; IEC 61853-3. */
export const martinRuizDiffuse = vectorisedParts<MartinRuizDiffuseInput, DiffuseIam>(
  { surfaceTilt: NaN, aR: 0.16, c1: 0.4244, c2: null },
  { iamSky: NaN, iamGround: NaN },
  (row, parts) => {
    const aR = positive(row.aR);
    const c2 = row.c2 ?? 0.5 * aR - 0.154;
    const tilt =
      row.surfaceTilt === 0 ? NEARLY_NONE : row.surfaceTilt === 180 ? 180 - NEARLY_NONE : row.surfaceTilt;
    const beta = tilt * RADIANS;
    const sine = Math.sin(tilt < 90 ? beta : Math.PI - beta);
    const sky = sine + (Math.PI - beta - sine) / (1 + Math.cos(beta));
    const ground = sine + (beta - sine) / (1 - Math.cos(beta));
    parts.iamSky = -Math.expm1((-(row.c1 + c2 * sky) * sky) / aR);
    parts.iamGround = -Math.expm1((-(row.c1 + c2 * ground) * ground) / aR);
  },
);
