import { noise3 } from './noise.ts';

/** Kilometres east and north of an origin common to all stations: near stations see the same clouds, one after the other. */
export interface Place {
  x: number;
  y: number;
}

export interface Sky {
  /** Share of the sky covered, 0 to 1, over the hour. */
  cover: number;
  /** Global irradiance against that of a clear sky: 0.1 under thick cloud to 1.15 beside a bright edge. */
  clearness: number;
  /** mm/h */
  rain: number;
}

const HOUR_MS = 3_600_000;
const KM_PER_DEGREE = 111.2;

export function placeOf(latitude: number, longitude: number): Place {
  return {
    x: longitude * KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180),
    y: latitude * KM_PER_DEGREE,
  };
}

/**
 * Clouds over a place: a weather pattern of 600 km and a day and a half says how much is covered, cumulus of some km that
 * drift with the wind say where. Smooth in place and time, so a curve by the second shows single clouds pass.
 * @param cloudiness mean cover of the climate, 0 to 1
 */
export function skyAt(seed: number, place: Place, at: { time: number; cloudiness: number }): Sky {
  const hours = at.time / HOUR_MS;
  const weather = noise3(seed, place.x / 600, place.y / 600, hours / 36);
  const front = noise3(seed + 1, (place.x - 30 * hours) / 180, place.y / 180, hours / 9);
  const cover = clamp(at.cloudiness + 1.5 * (weather - 0.5) + 0.5 * (front - 0.5), 0, 1);
  const x = place.x - 28 * hours;
  const y = place.y - 9 * hours;
  const density =
    0.62 * noise3(seed + 2, x / 9, y / 9, hours * 1.4) +
    0.26 * noise3(seed + 3, x / 2.4, y / 2.4, hours * 4) +
    0.12 * noise3(seed + 4, x / 0.7, y / 0.7, hours * 11);
  // The noise is narrow around its mean: the threshold runs over the part where it lives.
  const depth = (density - (0.82 - 0.64 * cover)) / 0.1;
  const thick = clamp((cover - 0.72) / 0.28, 0, 1);
  const shade = smooth(depth) * (0.62 + 0.3 * thick);
  const edge = cover > 0.05 && cover < 0.8 ? 0.12 * bump(depth + 0.45) : 0;
  const rain = thick > 0.35 ? 3.2 * (thick - 0.35) * smooth((density - 0.42) / 0.15) : 0;
  return { cover, clearness: Math.max(0.06, 1 - shade + edge), rain };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** 0 below 0, 1 above 1, smooth between. */
function smooth(u: number): number {
  const v = clamp(u, 0, 1);
  return v * v * (3 - 2 * v);
}

/** 1 at 0, falling to 0 at a distance of 0.45. */
function bump(u: number): number {
  return Math.max(0, 1 - (u / 0.45) ** 2);
}
