import { solarPosition, sunTimes } from '@sunfleet/analysis';
import { type RawBuilder, sql } from 'kysely';

const DAY_MS = 86_400_000;
/** The database has no radians of a place next to nothing from the equator, and so no order of all others either. */
const LATITUDE = sql`(CASE WHEN abs(stations.latitude) < 1e-9 THEN 0 ELSE stations.latitude END)`;
/** Sun over the station at an hour as SQL: the sine and cosine of its height's formula, and where it is on its arc. */
function sunAt(now: number) {
  const day = new Date(now).toISOString().slice(0, 10);
  const declination = solarPosition(now, { latitude: 90, longitude: 0 }).elevation;
  const { noon } = sunTimes(day, { latitude: 0, longitude: 0 }, 'UTC');
  const below = (-360 * (now - noon)) / DAY_MS;
  const sine = sql`sin(radians(${LATITUDE})) * sin(radians(${declination}::float8))`;
  const cosine = sql`cos(radians(${LATITUDE})) * cos(radians(${declination}::float8))`;
  // Half of the day's arc, and where the sun is on it: from -180 (midnight) over 0 (noon) to 180 degrees.
  const half = sql`acos(least(1, greatest(-1, -(${sine}) / greatest(1e-9, ${cosine}))))`;
  const turned = sql`(stations.longitude - ${below}::float8 + 540)`;
  const angle = sql`radians(${turned} - 360 * floor(${turned} / 360) - 180)`;
  return { sine, cosine, half, angle };
}

/** Whether the sun is over the station now. */
export function isDaylight(now: number): RawBuilder<boolean> {
  const { half, angle } = sunAt(now);
  return sql<boolean>`(abs(${angle}) < ${half})`;
}

/**
 * What a clear day has given a station until now, in hours of a sun straight above flat ground: the sine of the sun's height summed
 * from its rise, in closed form, so that the database can sort a whole fleet by it.
 */
export function sunHoursSoFar(now: number): RawBuilder<number> {
  const { sine, cosine, half, angle } = sunAt(now);
  const seen = sql`least(${half}, greatest(-${half}, ${angle}))`;
  return sql<number>`12 / pi() * ((${seen} + ${half}) * ${sine} + ${cosine} * (sin(${seen}) + sin(${half})))`;
}
