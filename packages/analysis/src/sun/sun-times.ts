import { addDays, dayRange, instantOfWall } from '../time/local-days.ts';
import { RADIANS, cosDeg, sinDeg } from './angles.ts';
import { geocentricSun } from './geocentric.ts';
import { RISE_ELEVATION } from './rise-elevation.ts';
import { solarPosition, type Site } from './solar-position.ts';

/** Instants of one day in whole epoch ms. */
export interface SunTimes {
  /** Null in polar day and night; one of them alone on the first and last day of these. */
  sunrise: number | null;
  sunset: number | null;
  /** Upper transit: the Sun stands highest. */
  noon: number;
  polar: 'day' | 'night' | null;
}

const MS_PER_DEGREE = 86_400_000 / 360.98564736629;

function hourAngleAt(time: number, site: Site): number {
  const sun = geocentricSun(time);
  const angle = sun.siderealTime + site.longitude - sun.rightAscension;
  return angle - 360 * Math.round(angle / 360);
}

/** The Sun's upper transit that is nearest to `time`, give or take the equation of time. */
export function transitNear(time: number, site: Site): number {
  let at = time;
  for (let i = 0; i < 3; i++) at -= hourAngleAt(at, site) * MS_PER_DEGREE;
  return Math.round(at);
}

/** How far from its noon the Sun stands lowest, at most and at least. */
const LOWEST_AFTER_MS = [9 * 3_600_000, 15 * 3_600_000] as const;
const CLOSE_MS = 500;
const CLOSE_DEGREES = 0.002;

/**
 * The crossing between noon and the Sun's lowest point beside it, by halving. It finds the short nights and days at the
 * borders of polar day and night, where the declination of noon says that there are none.
 */
function searchCrossing(noon: number, site: Site, side: -1 | 1): number | null {
  const isUp = (time: number) => solarPosition(time, site).elevation > RISE_ELEVATION;
  let [from, to] = LOWEST_AFTER_MS.map((wait) => noon + side * wait) as [number, number];
  while (Math.abs(to - from) > CLOSE_MS) {
    const third = (to - from) / 3;
    const isFalling = solarPosition(from + third, site).elevation > solarPosition(to - third, site).elevation;
    if (isFalling) from += third;
    else to -= third;
  }
  if (isUp(from) || !isUp(noon)) return null;
  let [light, dark] = [noon, from];
  while (Math.abs(light - dark) > CLOSE_MS) {
    const middle = (light + dark) / 2;
    if (isUp(middle)) light = middle;
    else dark = middle;
  }
  return Math.round(light);
}

/** When the Sun crosses the rise elevation on one side of noon; null when it does not. */
export function crossing(noon: number, site: Site, side: -1 | 1): number | null {
  const near = newtonCrossing(noon, site, side);
  if (near !== null && Math.abs(solarPosition(near, site).elevation - RISE_ELEVATION) < CLOSE_DEGREES)
    return near;
  return searchCrossing(noon, site, side);
}

/** Newton steps along the hour angle; null when the Sun does not seem to cross. */
function newtonCrossing(noon: number, site: Site, side: -1 | 1): number | null {
  let at = noon;
  for (let i = 0; i < 6; i++) {
    const { declination } = geocentricSun(at);
    const cosHourAngle =
      (sinDeg(RISE_ELEVATION) - sinDeg(site.latitude) * sinDeg(declination)) /
      (cosDeg(site.latitude) * cosDeg(declination));
    if (Math.abs(cosHourAngle) > 1) return null;
    at = noon + (side * Math.acos(cosHourAngle) * MS_PER_DEGREE) / RADIANS;
  }
  // The noon's own hour angle is 0 only for the declination of noon: correct by the elevation that is left.
  for (let i = 0; i < 3; i++) {
    const step = 30_000;
    const now = solarPosition(at, site).elevation;
    const slope = (solarPosition(at + step, site).elevation - now) / step;
    if (slope * side >= 0) break;
    at += Math.max(-600_000, Math.min(600_000, (RISE_ELEVATION - now) / slope));
  }
  return Math.round(at);
}

/**
 * Sunrise, noon and sunset around the solar noon of a local day. Where the zone is far from the Sun's own
 * time, or the nights are short, the sunrise may lie before the day's begin and the sunset after its end.
 */
export function sunTimes(isoDay: string, site: Site, zone: string): SunTimes {
  const day = dayRange(isoDay, zone);
  const wall = Date.parse(`${isoDay}T12:00:00Z`);
  let noon = transitNear(instantOfWall(wall, zone), site);
  if (noon < day.start) noon = transitNear(noon + 86_400_000, site);
  else if (noon >= dayRange(addDays(isoDay, 1), zone).start) noon = transitNear(noon - 86_400_000, site);
  const sunrise = crossing(noon, site, -1);
  const sunset = crossing(noon, site, 1);
  if (sunrise !== null || sunset !== null) return { sunrise, sunset, noon, polar: null };
  const polar = solarPosition(noon, site).elevation > RISE_ELEVATION ? 'day' : 'night';
  return { sunrise: null, sunset: null, noon, polar };
}
