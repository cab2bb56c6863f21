import { getIrradiance, getIrradiancePoa } from '../bifacial/infinite-sheds.ts';
import type { Irradiance } from '../clear-sky/ineichen.ts';
import { physical } from '../iam/physical.ts';
import { aoi } from '../irradiance/aoi.ts';
import { getTotalIrradiance } from '../irradiance/total-irradiance.ts';
import { horizonBeam, horizonSkyShare, type HorizonProfile } from '../shading/horizon.ts';
import { cosDeg, sinDeg } from '../sun/angles.ts';
import type { Plane } from '../sun/plane.ts';

/** Rows of modules, one behind the other. */
export interface PvRows {
  /** Slant length of a row, m. */
  slant: number;
  /** From a row to the same place of the next one, m. */
  pitch: number;
  /** Of the lower edge above the ground, m; nothing reaches the back where it is not known. */
  clearance?: number;
}

/** A plane with what stands before it and lies below it. */
export interface PlaneInPlace extends Plane {
  albedo: number;
  rows?: PvRows;
  /** Power of the back by that of the front in equal light, 0 to 1; 0 unless told. */
  bifaciality?: number;
  horizon?: HorizonProfile;
}

/** W/m2. */
export interface ArrayLight {
  /** On the front, mean over a row. */
  poa: number;
  /** What becomes current: the front less what its glass reflects, and the back by its bifaciality. */
  effective: number;
}

/** Where the Sun stands, degrees, and its light outside the air, W/m2. */
export interface SunOver {
  position: { apparentZenith: number; apparentElevation: number; azimuth: number };
  extraterrestrial: number;
}

const skyShares = new WeakMap<HorizonProfile, Map<string, number>>();

/** Share of an even sky's light that the horizon leaves to a plane; remembered as long as its profile, because it is an integral. */
export function openShare({ tilt, azimuth }: Plane, profile: HorizonProfile): number {
  let kept = skyShares.get(profile);
  if (!kept) skyShares.set(profile, (kept = new Map()));
  const key = `${tilt} ${azimuth}`;
  let share = kept.get(key);
  if (share === undefined) {
    const open = (1 + cosDeg(tilt)) / 2;
    const left = horizonSkyShare({ surfaceTilt: tilt, surfaceAzimuth: azimuth, profile });
    kept.set(key, (share = open > 0 ? Math.min(1, left / open) : 1));
  }
  return share;
}

/** The light that comes over the horizon to a plane. */
function overHorizon(light: Irradiance, plane: PlaneInPlace, { position }: SunOver): Irradiance {
  const { horizon: profile } = plane;
  if (!profile) return light;
  const { apparentElevation, azimuth } = position;
  const dni = horizonBeam({ dni: light.dni, apparentElevation, solarAzimuth: azimuth, profile });
  const dhi = light.dhi * openShare(plane, profile);
  const lost = (light.dni - dni) * Math.max(0, sinDeg(apparentElevation)) + light.dhi - dhi;
  return { ghi: Math.max(0, light.ghi - lost), dni, dhi };
}

/**
 * Light on an array under a sky: Hay and Davies on a plane of its own, infinite sheds in rows, on their back too where they are bifacial.
 * The horizon takes the beam below it and its share of the diffuse light.
 */
export function lightOnArray(irradiance: Irradiance, plane: PlaneInPlace, sky: SunOver): ArrayLight {
  const angles = {
    solarZenith: sky.position.apparentZenith,
    solarAzimuth: sky.position.azimuth,
    surfaceTilt: plane.tilt,
    surfaceAzimuth: plane.azimuth,
  };
  const input = {
    ...angles,
    ...overHorizon(irradiance, plane, sky),
    dniExtra: sky.extraterrestrial,
    albedo: plane.albedo,
    model: 'haydavies' as const,
  };
  const modifier = physical({ aoi: aoi(angles) });
  const { rows, bifaciality = 0 } = plane;
  if (!rows) {
    const light = getTotalIrradiance(input);
    return { poa: light.poaGlobal, effective: light.poaGlobal - light.poaDirect * (1 - modifier) };
  }
  const sheds = {
    ...input,
    pitch: rows.pitch,
    gcr: rows.slant / rows.pitch,
    height: (rows.clearance ?? 0) + (rows.slant * sinDeg(plane.tilt)) / 2,
  };
  if (rows.clearance === undefined || bifaciality === 0 || sheds.height === 0) {
    const front = getIrradiancePoa(sheds);
    return { poa: front.poaGlobal, effective: front.poaGlobal - front.poaDirect * (1 - modifier) };
  }
  const back = { surfaceTilt: 180 - plane.tilt, surfaceAzimuth: plane.azimuth + 180 };
  const iamBack = physical({ aoi: aoi({ ...angles, ...back }) });
  const both = getIrradiance({ ...sheds, bifaciality, iamFront: modifier, iamBack });
  // Light that the glass reflects is on the front all the same.
  const reflected = modifier > 0 ? both.poaFrontDirect * (1 / modifier - 1) : 0;
  return { poa: both.poaFront + reflected, effective: both.poaGlobal };
}
