import { vectorisedParts } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';
import { lambertWOfExp } from './lambert-w.ts';
import { UNKNOWN_DIODE, type SingleDiode } from './parameters.ts';

export interface BatzelisPoints {
  /** W. */
  pMp: number;
  /** A. */
  iMp: number;
  /** V. */
  vMp: number;
  /** A. */
  iSc: number;
  /** V. */
  vOc: number;
}

/**
 * Close guesses of a curve's points without iteration; all 0 without light. Batzelis 2019, IEEE Trans. Sustainable
 * Energy 10, 1477-1483.
 */
export const batzelis = vectorisedParts<SingleDiode, BatzelisPoints>(
  UNKNOWN_DIODE,
  { pMp: NaN, iMp: NaN, vMp: NaN, iSc: NaN, vOc: NaN },
  ({ photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth }, parts) => {
    const unknown = zeroOf(saturationCurrent + resistanceSeries + nNsVth + 1 / resistanceShunt);
    const light = Math.log(photocurrent / saturationCurrent);
    const w = lambertWOfExp(1 + light);
    const iMp = photocurrent * (1 - 1 / w) - (nNsVth * (w - 1)) / resistanceShunt;
    const isDark = photocurrent <= 0;
    parts.iMp = isDark ? unknown : iMp;
    parts.vMp = isDark ? unknown : nNsVth * (w - 1) - resistanceSeries * iMp;
    parts.pMp = parts.iMp * parts.vMp;
    parts.iSc = isDark ? unknown : photocurrent / (resistanceSeries / resistanceShunt + 1);
    parts.vOc = isDark ? unknown : nNsVth * light;
  },
);
