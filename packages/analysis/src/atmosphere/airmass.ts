import { RADIANS } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

/** Formulas of the relative air mass, by pvlib's names. */
export const AIRMASS_MODELS = {
  /** The secant; infinite at the horizon. */
  simple: (zenith: number) => 1 / Math.cos(zenith * RADIANS),
  /** Kasten 1965, CRREL technical report 136. */
  kasten1966: (zenith: number) => 1 / (Math.cos(zenith * RADIANS) + 0.15 * (93.885 - zenith) ** -1.253),
  /** Young and Irvine 1967, The Astronomical Journal 72, 945-950; of the true zenith. */
  youngirvine1967: (zenith: number) => {
    const secant = 1 / Math.cos(zenith * RADIANS);
    return secant * (1 - 0.0012 * (secant * secant - 1));
  },
  /** Kasten and Young 1989, Applied Optics 28, 4735-4738. */
  kastenyoung1989: (zenith: number) =>
    1 / (Math.cos(zenith * RADIANS) + 0.50572 * (96.07995 - zenith) ** -1.6364),
  /** Gueymard 1993, Solar Energy 51, 121-138. */
  gueymard1993: (zenith: number) =>
    1 / (Math.cos(zenith * RADIANS) + 0.00176759 * zenith * (94.37515 - zenith) ** -1.21563),
  /** Young 1994, Applied Optics 33, 1108-1110; of the true zenith. */
  young1994: (zenith: number) => {
    const cosine = Math.cos(zenith * RADIANS);
    return (
      (0.0096467 + cosine * (0.148386 + cosine * 1.002432)) /
      (0.000303978 + cosine * (0.0102963 + cosine * (0.149864 + cosine)))
    );
  },
  /** Pickering 2002, DIO 12, 3-27. */
  pickering2002: (zenith: number) => {
    const elevation = 90 - zenith;
    return 1 / Math.sin((elevation + 244 / (165 + 47 * elevation ** 1.1)) * RADIANS);
  },
  /** Gueymard 2003, Solar Energy 74, 355-379. */
  gueymard2003: (zenith: number) =>
    1 / (Math.cos(zenith * RADIANS) + (0.48353 * zenith ** 0.095846) / (96.741 - zenith) ** 1.754),
};

export type AirmassModel = keyof typeof AIRMASS_MODELS;

export interface RelativeAirmassInput {
  /** Degrees: apparent, true with `youngirvine1967` and `young1994`. */
  zenith: number;
  /** `kastenyoung1989` unless told. */
  model?: AirmassModel;
}

/** Relative optical air mass at sea level; NaN with the Sun below the horizon. */
export const getRelativeAirmass = vectorised<RelativeAirmassInput>(
  { zenith: NaN, model: 'kastenyoung1989' },
  ({ zenith, model }) => (zenith <= 90 ? AIRMASS_MODELS[model](zenith) : NaN),
);

export interface AbsoluteAirmassInput {
  airmassRelative: number;
  /** Pa; 101325 unless told. */
  pressure?: number;
}

/** Air mass at the pressure of a place. */
export const getAbsoluteAirmass = vectorised<AbsoluteAirmassInput>(
  { airmassRelative: NaN, pressure: 101_325 },
  ({ airmassRelative, pressure }) => (airmassRelative * pressure) / 101_325,
);
