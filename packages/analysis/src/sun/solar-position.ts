import { alt2pres } from '../atmosphere/pressure.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { RADIANS, cosDeg, sinDeg, wrap360 } from './angles.ts';
import { DELTA_T_S, geocentricSun } from './geocentric.ts';

/** A place: degrees north and east, metres above sea level (0 unless told). */
export interface Site {
  latitude: number;
  longitude: number;
  altitude?: number;
}

/** Degrees. Azimuth from north over east. The apparent angles include refraction, the others do not. */
export interface SolarPosition {
  zenith: number;
  elevation: number;
  apparentZenith: number;
  apparentElevation: number;
  azimuth: number;
  /** Apparent less mean solar time, minutes. */
  equationOfTime: number;
}

export interface SolarPositionInput extends Site {
  /** Epoch ms. */
  time: number;
  /** Pa; the standard atmosphere's at the altitude unless told. */
  pressure?: number | null;
  /** degC; 12 unless told. */
  temperature?: number;
  /** TT - UT in seconds; 69, a value for our years, unless told. */
  deltaT?: number;
  /** Refraction at sunrise and sunset, degrees; 0.5667 unless told. */
  atmosRefract?: number;
}

type Row = Required<SolarPositionInput>;

const SUN_RADIUS = 0.26667;
const HORIZON_REFRACTION = 0.5667;

/** Refraction in degrees; none when the whole Sun is below the horizon. */
function refraction(elevation: number, { pressure, altitude, temperature, atmosRefract }: Row): number {
  if (elevation < -(SUN_RADIUS + atmosRefract)) return 0;
  const hPa = (pressure ?? alt2pres.kernel({ altitude })) / 100;
  const density = (hPa / 1010) * (283 / (273 + temperature));
  return (density * 1.02) / (60 * Math.tan((elevation + 10.3 / (elevation + 5.11)) * RADIANS));
}

/** Where the Sun stands for one row, written into `position`. */
function positionInto(row: Row, position: SolarPosition): void {
  const sun = geocentricSun(row.time, row.deltaT);
  const sinLatitude = sinDeg(row.latitude);
  const cosLatitude = cosDeg(row.latitude);
  // Seen from the site instead of the Earth's centre.
  const height = row.altitude / 6378140;
  const reduced = Math.atan2(0.99664719 * sinLatitude, cosLatitude);
  const x = Math.cos(reduced) + height * cosLatitude;
  const y = 0.99664719 * Math.sin(reduced) + height * sinLatitude;
  const sinParallax = sinDeg(8.794 / 3600 / sun.distance);
  const hourAngle = (sun.siderealTime + row.longitude - sun.rightAscension) * RADIANS;
  const declination = sun.declination * RADIANS;
  const across = Math.cos(declination) - x * sinParallax * Math.cos(hourAngle);
  const shift = Math.atan2(-x * sinParallax * Math.sin(hourAngle), across);
  const seenDeclination = Math.atan2((Math.sin(declination) - y * sinParallax) * Math.cos(shift), across);
  const seenHourAngle = hourAngle - shift;
  const cosHourAngle = Math.cos(seenHourAngle);
  const sinDeclination = Math.sin(seenDeclination);
  const cosDeclination = Math.cos(seenDeclination);
  const sinElevation = sinLatitude * sinDeclination + cosLatitude * cosDeclination * cosHourAngle;
  const elevation = Math.asin(Math.max(-1, Math.min(1, sinElevation))) / RADIANS;
  const fromSouth = Math.atan2(
    Math.sin(seenHourAngle) * cosDeclination,
    cosHourAngle * sinLatitude * cosDeclination - sinDeclination * cosLatitude,
  );
  const apparentElevation = elevation + refraction(elevation, row);
  position.zenith = 90 - elevation;
  position.elevation = elevation;
  position.apparentZenith = 90 - apparentElevation;
  position.apparentElevation = apparentElevation;
  position.azimuth = wrap360(fromSouth / RADIANS + 180);
  position.equationOfTime = sun.equationOfTime;
}

const unknown = (): SolarPosition => ({
  zenith: NaN,
  elevation: NaN,
  apparentZenith: NaN,
  apparentElevation: NaN,
  azimuth: NaN,
  equationOfTime: NaN,
});

/**
 * Where the Sun stands, by the Solar Position Algorithm (Reda and Andreas, NREL/TP-560-34302): +-0.0003 degrees, plus
 * what the air model of refraction leaves near the horizon.
 */
export const getSolarposition = vectorisedParts<SolarPositionInput, SolarPosition>(
  {
    time: NaN,
    latitude: NaN,
    longitude: NaN,
    altitude: 0,
    pressure: null,
    temperature: 12,
    deltaT: DELTA_T_S,
    atmosRefract: HORIZON_REFRACTION,
  },
  unknown(),
  positionInto,
);

/** The same of a site at one instant (epoch ms) in the standard atmosphere. */
export function solarPosition(time: number, { latitude, longitude, altitude = 0 }: Site): SolarPosition {
  const position = unknown();
  positionInto(
    {
      time,
      latitude,
      longitude,
      altitude,
      pressure: null,
      temperature: 12,
      deltaT: DELTA_T_S,
      atmosRefract: HORIZON_REFRACTION,
    },
    position,
  );
  return position;
}
