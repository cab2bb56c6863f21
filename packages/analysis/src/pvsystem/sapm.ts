import { BOLTZMANN_EV, ZERO_CELSIUS } from '../pv/constants.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';
import type { OperatingPoint } from './calcparams-desoto.ts';
import type { IvPoints } from './iv.ts';

/** A module's coefficients by the names of Sandia's database. */
export interface SapmModule {
  C0: number;
  C1: number;
  C2: number;
  /** 1/V. */
  C3: number;
  /** Without `IXO`, `C4` and `C5` there is no `iX`. */
  C4?: number;
  C5?: number;
  /** Without `IXXO`, `C6` and `C7` there is no `iXx`. */
  C6?: number;
  C7?: number;
  /** A. */
  Isco: number;
  /** A. */
  Impo: number;
  /** V. */
  Voco: number;
  /** V. */
  Vmpo: number;
  /** A. */
  IXO?: number;
  /** A. */
  IXXO?: number;
  /** 1/K. */
  Aisc: number;
  /** 1/K. */
  Aimp: number;
  /** V/K. */
  Bvoco: number;
  /** How it changes with light, V/K. */
  Mbvoc: number;
  /** V/K. */
  Bvmpo: number;
  /** How it changes with light, V/K. */
  Mbvmp: number;
  /** Ideality. */
  N: number;
  cellsInSeries: number;
}

export interface SapmInput extends OperatingPoint, SapmModule {
  /** degC; 25 unless told. */
  temperatureRef?: number;
  /** W/m2; 1000 unless told. */
  irradianceRef?: number;
}

const BLANK: Required<SapmInput> = {
  effectiveIrradiance: NaN,
  tempCell: NaN,
  C0: NaN,
  C1: NaN,
  C2: NaN,
  C3: NaN,
  C4: NaN,
  C5: NaN,
  C6: NaN,
  C7: NaN,
  Isco: NaN,
  Impo: NaN,
  Voco: NaN,
  Vmpo: NaN,
  IXO: NaN,
  IXXO: NaN,
  Aisc: NaN,
  Aimp: NaN,
  Bvoco: NaN,
  Mbvoc: NaN,
  Bvmpo: NaN,
  Mbvmp: NaN,
  N: NaN,
  cellsInSeries: NaN,
  temperatureRef: 25,
  irradianceRef: 1000,
};

/**
 * The points of a module's curve. Voltages are not below 0, and 0 without light; below 0 W/m2 they are NaN. King et al.
 * 2004, SAND2004-3535, equations 1 to 10.
 */
export const sapm = vectorisedParts<SapmInput, IvPoints>(
  BLANK,
  { iSc: NaN, iMp: NaN, vOc: NaN, vMp: NaN, pMp: NaN, iX: NaN, iXx: NaN },
  (row, parts) => {
    const light = row.effectiveIrradiance / row.irradianceRef;
    const warmer = row.tempCell - row.temperatureRef;
    const delta = row.N * BOLTZMANN_EV * (row.tempCell + ZERO_CELSIUS);
    const dimming = delta * Math.log(light);
    const onShort = 1 + row.Aisc * warmer;
    const onMax = 1 + row.Aimp * warmer;
    const squared = light ** 2;
    // Without light the series of logarithms is minus infinite, and the square of it would win.
    const isDark = light === 0;
    const voc = row.Voco + row.cellsInSeries * dimming + (row.Bvoco + row.Mbvoc * (1 - light)) * warmer;
    const vmp =
      row.Vmpo +
      row.C2 * row.cellsInSeries * dimming +
      row.C3 * row.cellsInSeries * dimming ** 2 +
      (row.Bvmpo + row.Mbvmp * (1 - light)) * warmer;
    parts.iSc = row.Isco * light * onShort;
    parts.iMp = row.Impo * (row.C0 * light + row.C1 * squared) * onMax;
    parts.vOc = isDark ? zeroOf(row.Voco + delta + warmer) : Math.max(0, voc);
    parts.vMp = isDark ? zeroOf(row.Vmpo + delta + warmer) : Math.max(0, vmp);
    parts.pMp = parts.iMp * parts.vMp;
    parts.iX = row.IXO * (row.C4 * light + row.C5 * squared) * onShort;
    parts.iXx = row.IXXO * (row.C6 * light + row.C7 * squared) * onMax;
  },
);
