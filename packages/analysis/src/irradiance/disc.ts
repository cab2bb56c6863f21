import { getAbsoluteAirmass, getRelativeAirmass } from '../atmosphere/airmass.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';
import { clearnessIndex } from './clearness-index.ts';
import { getExtraRadiation } from './extra-radiation.ts';

export interface DiscInput {
  /** W/m2. */
  ghi: number;
  /** True zenith, degrees. */
  solarZenith: number;
  /** Epoch ms. */
  time: number;
  /** Pa; 101325 unless told. */
  pressure?: number;
  /** Keeps the clearness sane near the horizon; 0.065 unless told. */
  minCosZenith?: number;
  /** No direct light beyond; 87 degrees unless told. */
  maxZenith?: number;
  /** 12 unless told. */
  maxAirmass?: number;
}

export interface DiscLight {
  /** W/m2. */
  dni: number;
  kt: number;
  /** Pressure-corrected; NaN with the Sun below the horizon. */
  airmass: number;
}

/** Direct light against that outside the atmosphere, from clearness and air mass. */
function directShare(kt: number, airmass: number): number {
  const isCloudy = kt <= 0.6;
  const a = isCloudy
    ? 0.512 + kt * (-1.56 + kt * (2.286 - 2.222 * kt))
    : -5.743 + kt * (21.77 + kt * (-27.49 + 11.56 * kt));
  const b = isCloudy ? 0.37 + 0.962 * kt : 41.4 + kt * (-118.5 + kt * (66.05 + 31.9 * kt));
  const c = isCloudy ? -0.28 + kt * (0.932 - 2.048 * kt) : -47.01 + kt * (184.2 + kt * (-222 + 73.81 * kt));
  const clear = 0.866 + airmass * (-0.122 + airmass * (0.0121 + airmass * (-0.000653 + 1.4e-5 * airmass)));
  return clear - (a + b * Math.exp(c * airmass));
}

/** Direct light from global light: the model of Maxwell 1987, SERI/TR-215-3087. */
export const disc = vectorisedParts<DiscInput, DiscLight>(
  {
    ghi: NaN,
    solarZenith: NaN,
    time: NaN,
    pressure: 101_325,
    minCosZenith: 0.065,
    maxZenith: 87,
    maxAirmass: 12,
  },
  { dni: NaN, kt: NaN, airmass: NaN },
  (row, light) => {
    const { ghi, solarZenith, pressure } = row;
    const extraRadiation = getExtraRadiation.kernel({
      time: row.time,
      solarConstant: 1370,
      method: 'spencer',
    });
    const kt = clearnessIndex.kernel({
      ghi,
      solarZenith,
      extraRadiation,
      minCosZenith: row.minCosZenith,
      maxClearnessIndex: 1,
    });
    const airmassRelative = getRelativeAirmass.kernel({ zenith: solarZenith, model: 'kasten1966' });
    const airmass = Math.min(row.maxAirmass, getAbsoluteAirmass.kernel({ airmassRelative, pressure }));
    const dni = directShare(kt, airmass) * extraRadiation;
    const isNone = solarZenith > row.maxZenith || ghi < 0 || dni < 0;
    light.dni = isNone ? zeroOf(kt + pressure) : dni;
    light.kt = kt;
    light.airmass = airmass;
  },
);
