import { cosDeg } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

/** W/m2: global on the horizontal, direct on a plane that faces the Sun, diffuse on the horizontal. */
export interface Irradiance {
  ghi: number;
  dni: number;
  dhi: number;
}

export interface IneichenInput {
  /** Degrees. */
  apparentZenith: number;
  /** Pressure-corrected air mass; it does not count at night. */
  airmassAbsolute: number;
  /** 2 clean and cold, 3 usual, 6 hazy. */
  linkeTurbidity: number;
  /** Metres; 0 unless told. */
  altitude?: number;
  /** W/m2; 1364 unless told. */
  dniExtra?: number;
  /** Whether global light is raised at high air mass, which is spurious near the horizon; false unless told. */
  perezEnhancement?: boolean;
}

/** Light of a clear sky, 0 with the Sun below the horizon. Ineichen and Perez 2002, Solar Energy 73, 151-157. */
export const ineichen = vectorisedParts<IneichenInput, Irradiance>(
  {
    apparentZenith: NaN,
    airmassAbsolute: NaN,
    linkeTurbidity: NaN,
    altitude: 0,
    dniExtra: 1364,
    perezEnhancement: false,
  },
  { ghi: NaN, dni: NaN, dhi: NaN },
  (row, sky) => {
    const { airmassAbsolute: airmass, linkeTurbidity: turbidity, altitude, dniExtra } = row;
    const cosZenith = cosDeg(row.apparentZenith);
    if (cosZenith <= 0) {
      const dark = zeroOf(turbidity + altitude + dniExtra);
      sky.ghi = dark;
      sky.dni = dark;
      sky.dhi = dark;
      return;
    }
    const fh1 = Math.exp(-altitude / 8000);
    const fh2 = Math.exp(-altitude / 1250);
    const cg1 = 5.09e-5 * altitude + 0.868;
    const cg2 = 3.92e-5 * altitude + 0.0387;
    const raised = row.perezEnhancement ? 0.01 * airmass ** 1.8 : 0;
    const ghi = cg1 * dniExtra * cosZenith * Math.exp(raised - cg2 * airmass * (fh1 + fh2 * (turbidity - 1)));
    const beam = (0.664 + 0.163 / fh1) * dniExtra * Math.exp(-0.09 * airmass * (turbidity - 1));
    const share = (1 - (0.1 - 0.2 * Math.exp(-turbidity)) / (0.1 + 0.882 / fh1)) / cosZenith;
    const dni = Math.min(beam, ghi * Math.max(0, Math.min(1e20, share)));
    sky.ghi = ghi;
    sky.dni = dni;
    sky.dhi = ghi - dni * cosZenith;
  },
);
