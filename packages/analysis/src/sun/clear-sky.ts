import { absoluteAirMass, extraterrestrialIrradiance, pressureAtAltitude } from './atmosphere.ts';
import { cosDeg } from './angles.ts';
import { solarPosition, type Site, type SolarPosition } from './solar-position.ts';

/**
 * Irradiance in W/m2: global on the horizontal, direct on a plane facing the Sun, diffuse on the horizontal.
 */
export interface Irradiance {
  ghi: number;
  dni: number;
  dhi: number;
}

export interface IneichenInput {
  /** Apparent zenith, degrees. */
  apparentZenith: number;
  /** Pressure-corrected air mass. */
  airMass: number;
  /** Linke turbidity: 2 clean and cold, 3 usual, 6 hazy. */
  turbidity: number;
  /** Metres; 0 unless told. */
  altitude?: number;
  /** Extraterrestrial irradiance in W/m2; 1364 unless told. */
  extraterrestrial?: number;
}

/** Clear-sky irradiance of Ineichen and Perez 2002, W/m2; zero with the Sun below the horizon, NaN where its place is unknown. */
export function clearSkyIneichen(input: IneichenInput): Irradiance {
  const { apparentZenith, airMass, turbidity, altitude = 0, extraterrestrial = 1364 } = input;
  const cosZenith = cosDeg(apparentZenith);
  if (cosZenith <= 0) return { ghi: 0, dni: 0, dhi: 0 };
  const fh1 = Math.exp(-altitude / 8000);
  const fh2 = Math.exp(-altitude / 1250);
  const cg1 = 5.09e-5 * altitude + 0.868;
  const cg2 = 3.92e-5 * altitude + 0.0387;
  const ghi = cg1 * extraterrestrial * cosZenith * Math.exp(-cg2 * airMass * (fh1 + fh2 * (turbidity - 1)));
  const beam = (0.664 + 0.163 / fh1) * extraterrestrial * Math.exp(-0.09 * airMass * (turbidity - 1));
  const share = (1 - (0.1 - 0.2 * Math.exp(-turbidity)) / (0.1 + 0.882 / fh1)) / cosZenith;
  const dni = Math.min(beam, ghi * Math.max(0, Math.min(1e20, share)));
  return { ghi, dni, dhi: ghi - dni * cosZenith };
}

/** Linke turbidity: one value, or twelve from January on. */
export type Turbidity = number | readonly number[];

const DEFAULT_TURBIDITY = 3;

/** The turbidity of the UTC month of `time`; 3 where nothing is known. */
export function turbidityAt(time: number, turbidity: Turbidity = DEFAULT_TURBIDITY): number {
  if (typeof turbidity === 'number') return turbidity;
  return turbidity[new Date(time).getUTCMonth()] ?? DEFAULT_TURBIDITY;
}

export interface ClearSky extends Irradiance {
  position: SolarPosition;
  extraterrestrial: number;
}

/**
 * Clear-sky irradiance of a site at an instant (epoch ms): Ineichen and Perez with air mass and pressure of
 * the site.
 */
export function clearSkyAt(time: number, site: Site, turbidity?: Turbidity): ClearSky {
  const position = solarPosition(time, site);
  const extraterrestrial = extraterrestrialIrradiance(time);
  const irradiance = clearSkyIneichen({
    apparentZenith: position.apparentZenith,
    airMass: absoluteAirMass(position.apparentZenith, pressureAtAltitude(site.altitude ?? 0)),
    turbidity: turbidityAt(time, turbidity),
    altitude: site.altitude ?? 0,
    extraterrestrial,
  });
  return { ...irradiance, position, extraterrestrial };
}
