import { RADIANS } from './angles.ts';

const STANDARD_PRESSURE_HPA = 1013.25;

/** Mean air pressure in hPa at an altitude in metres (standard atmosphere below 11 km). */
export function pressureAtAltitude(altitude: number): number {
  return ((44331.514 - altitude) / 11880.516) ** (1 / 0.1902632);
}

/**
 * Relative air mass at sea level for an apparent zenith in degrees (Kasten and Young 1989).
 * NaN with the Sun below the horizon. Multiply by pressure / 1013.25 hPa for the absolute one.
 */
export function relativeAirMass(apparentZenith: number): number {
  if (!(apparentZenith <= 90)) return NaN;
  return 1 / (Math.cos(apparentZenith * RADIANS) + 0.50572 * (96.07995 - apparentZenith) ** -1.6364);
}

/** Air mass corrected for the pressure at the site, hPa. */
export function absoluteAirMass(apparentZenith: number, pressure: number): number {
  return (relativeAirMass(apparentZenith) * pressure) / STANDARD_PRESSURE_HPA;
}

const SOLAR_CONSTANT = 1366.1;
const DAY_MS = 86_400_000;

/**
 * Irradiance outside the atmosphere on a plane facing the Sun, W/m2, on the UTC day of `time` (Spencer 1971).
 */
export function extraterrestrialIrradiance(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const dayOfYear = Math.floor((time - Date.UTC(year, 0, 1)) / DAY_MS);
  const angle = (2 * Math.PI * dayOfYear) / 365;
  const squaredDistance =
    1.00011 +
    0.034221 * Math.cos(angle) +
    0.00128 * Math.sin(angle) +
    0.000719 * Math.cos(2 * angle) +
    0.000077 * Math.sin(2 * angle);
  return SOLAR_CONSTANT * squaredDistance;
}
