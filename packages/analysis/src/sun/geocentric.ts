import { RADIANS, cosDeg, sinDeg, wrap360 } from './angles.ts';
import {
  EARTH_LATITUDE,
  EARTH_LONGITUDE,
  EARTH_RADIUS,
  NUTATION,
  type PeriodicTerm,
} from './spa-terms.data.ts';

/**
 * The Sun seen from the Earth's centre: the same for every station at one instant. Degrees, astronomical
 * units.
 */
export interface GeocentricSun {
  rightAscension: number;
  declination: number;
  distance: number;
  /** Apparent sidereal time at Greenwich. */
  siderealTime: number;
  /** Apparent less mean solar time, minutes. */
  equationOfTime: number;
}

const J2000 = 2451545;
const UNIX_EPOCH = 2440587.5;
const DAY_MS = 86_400_000;
/**
 * TT - UT in seconds: within 2 s of the observed value from 2015 on; a second off moves the Sun by 1e-5
 * degrees.
 */
export const DELTA_T_S = 69;

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + (coefficients[i] ?? 0);
  return sum;
}

function periodicSum(series: readonly (readonly PeriodicTerm[])[], millennium: number): number {
  const sums = series.map((terms) => {
    let sum = 0;
    for (const [a, b, c] of terms) sum += a * Math.cos(b + c * millennium);
    return sum;
  });
  return polynomial(sums, millennium) / 1e8;
}

/**
 * Mean elongation of the Moon, anomaly of Sun and Moon, Moon's argument of latitude, Moon's node. Degrees.
 */
const NUTATION_ARGUMENTS = [
  [297.85036, 445267.11148, -0.0019142, 1 / 189474],
  [357.52772, 35999.05034, -0.0001603, -1 / 300000],
  [134.96298, 477198.867398, 0.0086972, 1 / 56250],
  [93.27191, 483202.017538, -0.0036825, 1 / 327270],
  [125.04452, -1934.136261, 0.0020708, 1 / 450000],
];

function nutation(century: number): { longitude: number; obliquity: number } {
  const x = NUTATION_ARGUMENTS.map((coefficients) => polynomial(coefficients, century) * RADIANS);
  const [x0 = 0, x1 = 0, x2 = 0, x3 = 0, x4 = 0] = x;
  let longitude = 0;
  let obliquity = 0;
  for (const [y0 = 0, y1 = 0, y2 = 0, y3 = 0, y4 = 0, a = 0, b = 0, c = 0, d = 0] of NUTATION) {
    const angle = x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3 + x4 * y4;
    longitude += (a + b * century) * Math.sin(angle);
    obliquity += (c + d * century) * Math.cos(angle);
  }
  return { longitude: longitude / 36e6, obliquity: obliquity / 36e6 };
}

const OBLIQUITY_ARC_SECONDS = [
  84381.448, -4680.93, -1.55, 1999.25, -51.38, -249.67, -39.05, 7.12, 27.87, 5.79, 2.45,
];

/** What moves slowly: functions of terrestrial time alone, degrees and astronomical units. */
interface Ephemeris {
  rightAscension: number;
  declination: number;
  distance: number;
  /** Apparent less mean sidereal time. */
  equinoxes: number;
}

function ephemerisAt(julianDay: number): Ephemeris {
  const century = (julianDay - J2000) / 36525;
  const millennium = century / 10;
  const distance = periodicSum(EARTH_RADIUS, millennium);
  const latitude = -periodicSum(EARTH_LATITUDE, millennium) / RADIANS;
  const shift = nutation(century);
  const obliquity = polynomial(OBLIQUITY_ARC_SECONDS, millennium / 10) / 3600 + shift.obliquity;
  const aberration = -20.4898 / 3600 / distance;
  const longitude = periodicSum(EARTH_LONGITUDE, millennium) / RADIANS + 180 + shift.longitude + aberration;
  const sinLongitude = sinDeg(longitude);
  const ascension = Math.atan2(
    sinLongitude * cosDeg(obliquity) - Math.tan(latitude * RADIANS) * sinDeg(obliquity),
    cosDeg(longitude),
  );
  const sinDeclination =
    sinDeg(latitude) * cosDeg(obliquity) + cosDeg(latitude) * sinDeg(obliquity) * sinLongitude;
  return {
    rightAscension: wrap360(ascension / RADIANS),
    declination: Math.asin(sinDeclination) / RADIANS,
    distance,
    equinoxes: shift.longitude * cosDeg(obliquity),
  };
}

const HOUR_MS = 3_600_000;
/** Two years of hours; a fleet's history asks for the same hours station after station. */
const KEPT_HOURS = 17_520;
const hours = new Map<number, Ephemeris>();

function ephemerisOfHour(hour: number): Ephemeris {
  const known = hours.get(hour);
  if (known) return known;
  if (hours.size >= KEPT_HOURS) hours.clear();
  const made = ephemerisAt((hour * HOUR_MS) / DAY_MS + UNIX_EPOCH);
  hours.set(hour, made);
  return made;
}

/** Mean longitude of the Sun at a terrestrial time in ms, degrees; section A.1. */
function meanLongitude(terrestrial: number): number {
  const t = (terrestrial / DAY_MS + UNIX_EPOCH - J2000) / 365_250;
  return (
    280.4664567 +
    t * (360007.6982779 + t * (0.03032028 + t * (1 / 49_931 + t * (-1 / 15_300 - t / 2_000_000))))
  );
}

/**
 * Geocentric position of the Sun by the Solar Position Algorithm (Reda and Andreas, NREL/TP-560-34302,
 * sections 3.1 to 3.10), +-0.0003 degrees from -2000 to 6000. `time` in epoch ms, `deltaT` = TT - UT in
 * seconds. Computed for whole hours and interpolated, which adds less than 2e-6 degrees and is twenty times
 * faster.
 */
export function geocentricSun(time: number, deltaT: number = DELTA_T_S): GeocentricSun {
  const terrestrial = time + deltaT * 1000;
  const hour = Math.floor(terrestrial / HOUR_MS);
  const part = terrestrial / HOUR_MS - hour;
  const a = ephemerisOfHour(hour);
  const b = ephemerisOfHour(hour + 1);
  const turn = b.rightAscension < a.rightAscension ? 360 : 0;
  const rightAscension = wrap360(a.rightAscension + part * (b.rightAscension + turn - a.rightAscension));
  const equinoxes = a.equinoxes + part * (b.equinoxes - a.equinoxes);
  const sinceJ2000 = time / DAY_MS + UNIX_EPOCH - J2000;
  const century = sinceJ2000 / 36525;
  const meanSidereal =
    280.46061837 + 360.98564736629 * sinceJ2000 + century * century * (0.000387933 - century / 38710000);
  const ahead = meanLongitude(terrestrial) - 0.0057183 - rightAscension + equinoxes;
  return {
    rightAscension,
    declination: a.declination + part * (b.declination - a.declination),
    distance: a.distance + part * (b.distance - a.distance),
    siderealTime: wrap360(meanSidereal + equinoxes),
    equationOfTime: 4 * (ahead - 360 * Math.round(ahead / 360)),
  };
}
