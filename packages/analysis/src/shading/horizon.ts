import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

/** Elevations of the horizon in degrees at equal steps of azimuth from north clockwise; 36 values are a step of 10 degrees. */
export type HorizonProfile = readonly number[];

/** One direction of a horizon. */
export interface HorizonPoint {
  /** Degrees from north clockwise, 0 to 360. */
  azimuth: number;
  /** Degrees. */
  elevation: number;
}

/** A horizon by points in the order of their azimuth, straight between them and round the north; a value for each degree. Throws without points. */
export function horizonProfile(points: readonly HorizonPoint[]): HorizonProfile {
  const last = points.at(-1);
  if (!last) throw new RangeError('points: one at least');
  const round = [
    { ...last, azimuth: last.azimuth - 360 },
    ...points,
    { ...points[0]!, azimuth: points[0]!.azimuth + 360 },
  ];
  let after = 1;
  return Array.from({ length: 360 }, (_, azimuth) => {
    while (round[after]!.azimuth < azimuth) after += 1;
    const [one, other] = [round[after - 1]!, round[after]!];
    const share = (azimuth - one.azimuth) / (other.azimuth - one.azimuth);
    return one.elevation + share * (other.elevation - one.elevation);
  });
}

export interface HorizonElevationInput {
  /** Degrees from north clockwise. */
  azimuth: number;
  profile: HorizonProfile;
}

/** Elevation of the horizon in a direction, degrees; straight between the values of the profile. Throws for an empty profile. */
export const horizonElevation = vectorised<HorizonElevationInput>(
  { azimuth: NaN, profile: [] },
  ({ azimuth, profile }) => {
    const { length } = profile;
    if (length === 0) throw new RangeError('profile: one value at least');
    if (!Number.isFinite(azimuth)) return NaN;
    const place = ((((azimuth % 360) + 360) % 360) / 360) * length;
    const at = Math.floor(place) % length;
    return profile[at]! + (profile[(at + 1) % length]! - profile[at]!) * (place - Math.floor(place));
  },
);

export interface HorizonBeamInput {
  /** W/m2. */
  dni: number;
  /** Of the Sun, degrees. */
  apparentElevation: number;
  solarAzimuth: number;
  profile: HorizonProfile;
}

/** Direct light that passes over the horizon, W/m2: all while the centre of the Sun stands above it, else none. */
export const horizonBeam = vectorised<HorizonBeamInput>(
  { dni: NaN, apparentElevation: NaN, solarAzimuth: NaN, profile: [] },
  ({ dni, apparentElevation, solarAzimuth, profile }) => {
    const above = apparentElevation - horizonElevation.kernel({ azimuth: solarAzimuth, profile });
    return above >= 0 ? dni : zeroOf(above + dni);
  },
);

export interface HorizonSkyShareInput {
  /** Degrees. */
  surfaceTilt: number;
  surfaceAzimuth: number;
  profile: HorizonProfile;
}

const STEPS = 720;

/** The light of an even sky in one direction from an elevation on (radians), but for a factor: A sin + B cos by the cosine, integrated. */
function above(elevation: number, a: number, b: number): number {
  const upTo = (angle: number) => (a * Math.sin(angle) ** 2) / 2 + b * (angle / 2 + Math.sin(2 * angle) / 4);
  const own = Math.atan2(-b, a);
  if (a >= 0) return upTo(Math.PI / 2) - upTo(Math.min(Math.PI / 2, Math.max(elevation, own)));
  // An overhanging plane sees what is below its own upper bound alone.
  const top = Math.atan2(b, -a);
  return top > elevation ? upTo(top) - upTo(elevation) : 0;
}

/**
 * Sky view factor: share of an even sky's light on the horizontal that a plane gets over the horizon; (1 + cos tilt) / 2 with a flat one.
 * Multiply diffuse light by it in the place of that. Below 0 of the profile counts as 0.
 */
export const horizonSkyShare = vectorised<HorizonSkyShareInput>(
  { surfaceTilt: NaN, surfaceAzimuth: NaN, profile: [] },
  ({ surfaceTilt, surfaceAzimuth, profile }) => {
    let sum = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const azimuth = ((step + 0.5) * 360) / STEPS;
      const horizon = Math.max(0, horizonElevation.kernel({ azimuth, profile }));
      sum += above(
        horizon * RADIANS,
        cosDeg(surfaceTilt),
        sinDeg(surfaceTilt) * cosDeg(azimuth - surfaceAzimuth),
      );
    }
    return (2 * sum) / STEPS;
  },
);
