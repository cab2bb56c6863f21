import { RADIANS, cosDeg, sinDeg, wrap360 } from './angles.ts';
import { pressureAtAltitude } from './atmosphere.ts';
import { geocentricSun } from './geocentric.ts';

/** A place: degrees north and east, metres above sea level (0 unless told). */
export interface Site {
  latitude: number;
  longitude: number;
  altitude?: number;
}

export interface Air {
  /** Station pressure in hPa; the standard atmosphere's at the site's altitude unless told. */
  pressure?: number;
  /** Air temperature in degC; 12 unless told. */
  temperature?: number;
  /** TT - UT in seconds; a value for our years unless told. */
  deltaT?: number;
}

/** Degrees. Azimuth from north over east. The apparent angles include refraction, the others do not. */
export interface SolarPosition {
  zenith: number;
  elevation: number;
  apparentZenith: number;
  apparentElevation: number;
  azimuth: number;
}

const SUN_RADIUS = 0.26667;
const HORIZON_REFRACTION = 0.5667;

/** Refraction in degrees; none when the whole Sun is below the horizon. */
function refraction(elevation: number, air: { pressure: number; temperature: number }): number {
  if (elevation < -(SUN_RADIUS + HORIZON_REFRACTION)) return 0;
  const density = (air.pressure / 1010) * (283 / (273 + air.temperature));
  return (density * 1.02) / (60 * Math.tan((elevation + 10.3 / (elevation + 5.11)) * RADIANS));
}

/** Declination and hour angle as seen from the site instead of the Earth's centre, degrees. */
function topocentric(time: number, site: Site, deltaT: number | undefined) {
  const sun = geocentricSun(time, deltaT);
  const height = (site.altitude ?? 0) / 6378140;
  const reduced = Math.atan(0.99664719 * Math.tan(site.latitude * RADIANS));
  const x = Math.cos(reduced) + height * cosDeg(site.latitude);
  const y = 0.99664719 * Math.sin(reduced) + height * sinDeg(site.latitude);
  const hourAngle = sun.siderealTime + site.longitude - sun.rightAscension;
  const sinParallax = sinDeg(8.794 / 3600 / sun.distance);
  const cosDeclination = cosDeg(sun.declination);
  const across = cosDeclination - x * sinParallax * cosDeg(hourAngle);
  const shift = Math.atan2(-x * sinParallax * sinDeg(hourAngle), across);
  const declination = Math.atan2((sinDeg(sun.declination) - y * sinParallax) * Math.cos(shift), across);
  return { declination, hourAngle: hourAngle * RADIANS - shift };
}

/**
 * Where the Sun stands for a site at an instant (epoch ms), by the Solar Position Algorithm
 * (Reda and Andreas, NREL/TP-560-34302): +-0.0003 degrees, plus what the air model of refraction leaves
 * near the horizon.
 */
export function solarPosition(time: number, site: Site, air: Air = {}): SolarPosition {
  const { declination, hourAngle } = topocentric(time, site, air.deltaT);
  const sinLatitude = sinDeg(site.latitude);
  const cosLatitude = cosDeg(site.latitude);
  const sinElevation =
    sinLatitude * Math.sin(declination) + cosLatitude * Math.cos(declination) * Math.cos(hourAngle);
  const elevation = Math.asin(Math.max(-1, Math.min(1, sinElevation))) / RADIANS;
  const pressure = air.pressure ?? pressureAtAltitude(site.altitude ?? 0);
  const apparentElevation =
    elevation + refraction(elevation, { pressure, temperature: air.temperature ?? 12 });
  const fromSouth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * sinLatitude - Math.tan(declination) * cosLatitude,
  );
  return {
    zenith: 90 - elevation,
    elevation,
    apparentZenith: 90 - apparentElevation,
    apparentElevation,
    azimuth: wrap360(fromSouth / RADIANS + 180),
  };
}
