import type { CalcparamsDesotoInput } from '../pvsystem/calcparams-desoto.ts';
import { lambertWOfExp } from '../single-diode/lambert-w.ts';

/** A module by its data sheet at 1000 W/m2 and 25 degC. */
export interface Datasheet {
  /** V. */
  vMp: number;
  /** A. */
  iMp: number;
  /** V. */
  vOc: number;
  /** A. */
  iSc: number;
  /** Of the short circuit's current, A/K. */
  alphaSc: number;
  /** Of the open circuit's voltage, V/K. */
  betaVoc: number;
}

export type DesotoParameters = Pick<
  CalcparamsDesotoInput,
  'alphaSc' | 'aRef' | 'ILRef' | 'IoRef' | 'RshRef' | 'Rs'
>;

const REFERENCE = 298.15;

/**
 * De Soto's parameters of a data sheet without iteration. `betaVoc` below 0. Batzelis and Papathanassiou 2016, IEEE Trans. Sustainable
 * Energy 7, 504-512.
 */
export function fitDesotoBatzelis({ vMp, iMp, vOc, iSc, alphaSc, betaVoc }: Datasheet): DesotoParameters {
  const delta = (1 - (betaVoc / vOc) * REFERENCE) / (50.1 - (alphaSc / iSc) * REFERENCE);
  const w = lambertWOfExp(1 / delta + 1);
  const aRef = delta * vOc;
  const Rs = (aRef * (w - 1) - vMp) / iMp;
  const RshRef = (aRef * (w - 1)) / (iSc * (1 - 1 / w) - iMp);
  const ILRef = (1 + Rs / RshRef) * iSc;
  return { alphaSc, aRef, ILRef, IoRef: ILRef * Math.exp(-1 / delta), RshRef, Rs };
}
