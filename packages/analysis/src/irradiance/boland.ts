import { cosDeg } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { clearnessIndex } from './clearness-index.ts';
import { extraOf, splitByShare, UNKNOWN_LIGHT, type SplitLight } from './split-light.ts';

export interface LoucheInput {
  /** W/m2. */
  ghi: number;
  /** True zenith, degrees. */
  solarZenith: number;
  /** Epoch ms; tells the irradiance outside the atmosphere. */
  time?: number;
  /** W/m2 on a plane that faces the Sun; Spencer's of the UTC day of `time` unless told. */
  dniExtra?: number | null;
  /** All is diffuse beyond; degrees. 87 with `boland` and 90 with `louche` unless told. */
  maxZenith?: number;
}

export interface BolandInput extends LoucheInput {
  /** 8.645 unless told, of 15-minute values. */
  aCoeff?: number;
  /** 0.613 unless told, of 15-minute values. */
  bCoeff?: number;
  /** Keeps the clearness sane near the horizon; 0.065 unless told. */
  minCosZenith?: number;
}

/** Splits global light into direct and diffuse by a logistic function. Boland et al. 2008, Renewable Energy 33, 712-724; 2013. */
export const boland = vectorisedParts<BolandInput, SplitLight>(
  {
    ghi: NaN,
    solarZenith: NaN,
    time: NaN,
    dniExtra: null,
    aCoeff: 8.645,
    bCoeff: 0.613,
    minCosZenith: 0.065,
    maxZenith: 87,
  },
  UNKNOWN_LIGHT,
  (row, light) =>
    splitByShare(row, row.solarZenith, (kt) => 1 / (1 + Math.exp(row.aCoeff * (kt - row.bCoeff))), light),
);

/** Splits global light by the direct share. Louche et al. 1991, Solar Energy 46, 261-266. */
export const louche = vectorisedParts<LoucheInput, SplitLight>(
  { ghi: NaN, solarZenith: NaN, time: NaN, dniExtra: null, maxZenith: 90 },
  UNKNOWN_LIGHT,
  (row, light) => {
    const { ghi, solarZenith, maxZenith } = row;
    const extraRadiation = extraOf(row);
    const kt = clearnessIndex.kernel({
      ghi,
      solarZenith,
      extraRadiation,
      minCosZenith: 0.065,
      maxClearnessIndex: 2,
    });
    const share = 0.002 + kt * (-0.059 + kt * (0.994 + kt * (-5.205 + kt * (15.307 - 10.627 * kt))));
    const dni = share * extraRadiation;
    const isAllDiffuse = !Number.isNaN(dni) && (solarZenith > maxZenith || ghi < 0 || dni < 0);
    light.dni = isAllDiffuse ? 0 : dni;
    light.dhi = isAllDiffuse ? ghi : ghi - dni * cosDeg(solarZenith);
    light.kt = kt;
  },
);
