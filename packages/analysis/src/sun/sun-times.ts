import { addDays, dayRange, instantOfWall } from '../time/local-days.ts';
import { RADIANS, cosDeg, sinDeg } from './angles.ts';
import { geocentricSun } from './geocentric.ts';
import { solarPosition, type Site } from './solar-position.ts';

/** Instants of one day in whole epoch ms. */
export interface SunTimes {
  /** Null in polar day and night. */
  sunrise: number | null;
  sunset: number | null;
  /** Upper transit: the Sun stands highest. */
  noon: number;
  polar: 'day' | 'night' | null;
}

/** Upper limb on the horizon: refraction 34' and radius 16'. */
const RISE_ELEVATION = -0.8333;
const MS_PER_DEGREE = 86_400_000 / 360.98564736629;

function hourAngleAt(time: number, site: Site): number {
  const sun = geocentricSun(time);
  const angle = sun.siderealTime + site.longitude - sun.rightAscension;
  return angle - 360 * Math.round(angle / 360);
}

function transitNear(time: number, site: Site): number {
  let at = time;
  for (let i = 0; i < 3; i++) at -= hourAngleAt(at, site) * MS_PER_DEGREE;
  return Math.round(at);
}

/** Newton steps along the hour angle towards the rise elevation; null when the Sun does not cross it. */
function crossing(noon: number, site: Site, side: -1 | 1): number | null {
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
  if (sunrise !== null && sunset !== null) return { sunrise, sunset, noon, polar: null };
  const polar = solarPosition(noon, site).elevation > RISE_ELEVATION ? 'day' : 'night';
  return { sunrise: null, sunset: null, noon, polar };
}
