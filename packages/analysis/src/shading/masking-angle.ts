import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface RowPlaceInput {
  /** Degrees. */
  surfaceTilt: number;
  /** Slant length of a row by the distance of rows. */
  gcr: number;
  /** Place on the slant, from 0 (lower edge) to 1. */
  slantHeight: number;
}

const BLANK: RowPlaceInput = { surfaceTilt: NaN, gcr: NaN, slantHeight: NaN };

/** Angle above the horizontal, degrees, up to which the row in front hides the sky from a place on a row. Passias and Kallback 1984. */
export const maskingAngle = vectorised<RowPlaceInput>(BLANK, ({ surfaceTilt, gcr, slantHeight }) => {
  const hidden = gcr * (1 - slantHeight);
  return Math.atan((hidden * sinDeg(surfaceTilt)) / (1 - hidden * cosDeg(surfaceTilt))) / RADIANS;
});

/** Angle, degrees, under which a place on a row sees the foot of the row behind. Mikofski et al. 2018, WCPEC 7. */
export const groundAngle = vectorised<RowPlaceInput>(BLANK, ({ surfaceTilt, gcr, slantHeight }) => {
  const slant = gcr * slantHeight;
  return Math.atan2(slant * sinDeg(surfaceTilt), slant * cosDeg(surfaceTilt) + 1) / RADIANS;
});

export interface MaskingAnglePassiasInput {
  /** Degrees. */
  surfaceTilt: number;
  /** Slant length of a row by the distance of rows. */
  gcr: number;
}

/** The mean of the masking angle over the slant, degrees; 0 of a horizontal row. Passias and Kallback 1984, Solar Cells 11, 281-291. */
export const maskingAnglePassias = vectorised<MaskingAnglePassiasInput>(
  { surfaceTilt: NaN, gcr: NaN },
  ({ surfaceTilt, gcr }) => {
    if (surfaceTilt === 0) return zeroOf(gcr);
    const sine = sinDeg(surfaceTilt);
    const cosine = cosDeg(surfaceTilt);
    const pitch = 1 / gcr;
    const logarithms =
      pitch * sine * (Math.log(pitch) - Math.log(Math.abs(2 * pitch * cosine - (pitch * pitch + 1))) / 2);
    const beyond = pitch * cosine - 1;
    const angles = Math.atan(beyond / (pitch * sine)) - Math.atan(cosine / sine);
    return (logarithms + beyond * angles) / RADIANS;
  },
);

/** Share of diffuse light of the sky that is lost by a masking angle in degrees. Passias and Kallback 1984. */
export const skyDiffusePassias = vectorised<{ maskingAngle: number }>(
  { maskingAngle: NaN },
  ({ maskingAngle }) => 1 - cosDeg(maskingAngle / 2) ** 2,
);
