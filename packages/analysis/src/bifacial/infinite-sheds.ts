import { aoi, beamComponent, type AoiInput } from '../irradiance/aoi.ts';
import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { groundSkyShare, rowGroundShare, rowSkyShare } from './view-factors.ts';

export interface SheddedInput extends AoiInput {
  /** Slant length of a row by the distance of rows. */
  gcr: number;
  /** Of the middle of a row above the ground; in the unit of `pitch`. */
  height: number;
  /** Distance of rows. */
  pitch: number;
  /** W/m2. */
  ghi: number;
  /** W/m2. */
  dhi: number;
  /** W/m2. */
  dni: number;
  /** Reflectance of the ground, 0 to 1. */
  albedo: number;
  /** Whether diffuse light around the Sun counts as beam (`haydavies`); `isotropic` unless told. */
  model?: 'isotropic' | 'haydavies';
  /** W/m2 on a plane that faces the Sun; `haydavies` needs it. */
  dniExtra?: number | null;
}

export interface IrradiancePoaInput extends SheddedInput {
  /** Incidence angle modifier of the beam; 1 unless told. */
  iam?: number;
}

/** Light on one side of rows, W/m2, mean over the slant. */
export interface SheddedPlane {
  poaGlobal: number;
  poaDirect: number;
  poaDiffuse: number;
  poaGroundDiffuse: number;
  poaSkyDiffuse: number;
  /** Share of the slant in the shade. */
  shadedFraction: number;
}

const BLANK: Required<SheddedInput> = {
  surfaceTilt: NaN,
  surfaceAzimuth: NaN,
  solarZenith: NaN,
  solarAzimuth: NaN,
  gcr: NaN,
  height: NaN,
  pitch: NaN,
  ghi: NaN,
  dhi: NaN,
  dni: NaN,
  albedo: NaN,
  model: 'isotropic',
  dniExtra: null,
};

const DARK: SheddedPlane = {
  poaGlobal: NaN,
  poaDirect: NaN,
  poaDiffuse: NaN,
  poaGroundDiffuse: NaN,
  poaSkyDiffuse: NaN,
  shadedFraction: NaN,
};

/** Above this zenith across the rows no beam reaches the ground, degrees. */
const HIGHEST_ZENITH = 85;
/** cos 89 degrees. */
const LOWEST_COSINE = 0.01745;

/** Diffuse and direct light after the surround of the Sun went from one to the other. */
function lightOf({ dhi, dni, dniExtra, model, solarZenith }: Required<SheddedInput>): {
  dhi: number;
  dni: number;
} {
  if (model === 'isotropic') return { dhi, dni };
  if (dniExtra === null) throw new TypeError('dniExtra: haydavies needs it');
  const around = (dhi * dni) / dniExtra;
  const lowest = Math.max(LOWEST_COSINE, cosDeg(solarZenith));
  return {
    dhi: dhi - Math.max(0, (around * Math.max(0, cosDeg(solarZenith))) / lowest),
    dni: dni + Math.max(0, around / lowest),
  };
}

/** Share of the ground that the beam reaches. */
function sunlitGround({ surfaceTilt, gcr }: IrradiancePoaInput, tangent: number): number {
  if (Math.abs(Math.atan(tangent) / RADIANS) > HIGHEST_ZENITH) return 0;
  return 1 - Math.min(1, gcr * Math.abs(cosDeg(surfaceTilt) + sinDeg(surfaceTilt) * tangent));
}

function shadedShare(row: IrradiancePoaInput, tangent: number): number {
  const reach = row.gcr * (sinDeg(row.surfaceTilt) * tangent + cosDeg(row.surfaceTilt));
  if (Number.isNaN(reach)) return NaN;
  if (!(reach > 1)) return 0;
  return aoi.kernel(row) < 90 ? 1 - 1 / reach : 1;
}

/** Light on one side of endless rows over level ground that rows shade. Mikofski et al. 2019, PVSC 46; Marion et al. 2017, PVSC 44. */
export const getIrradiancePoa = vectorisedParts<IrradiancePoaInput, SheddedPlane>(
  { ...BLANK, iam: 1 },
  DARK,
  (row, plane) => {
    const { dhi, dni } = lightOf(row);
    const rows = { tilt: row.surfaceTilt, gcr: row.gcr, height: row.height, pitch: row.pitch };
    const tangent = cosDeg(row.solarAzimuth - row.surfaceAzimuth) * Math.tan(row.solarZenith * RADIANS);
    const ground = row.albedo * (sunlitGround(row, tangent) * (row.ghi - dhi) + groundSkyShare(rows) * dhi);
    plane.shadedFraction = shadedShare(row, tangent);
    plane.poaSkyDiffuse = dhi * rowSkyShare(rows);
    plane.poaGroundDiffuse = ground * rowGroundShare(rows);
    plane.poaDiffuse = plane.poaSkyDiffuse + plane.poaGroundDiffuse;
    plane.poaDirect = beamComponent.kernel({ ...row, dni }) * (1 - plane.shadedFraction) * row.iam;
    plane.poaGlobal = plane.poaDirect + plane.poaDiffuse;
  },
);

export interface InfiniteShedsInput extends SheddedInput {
  /** Modifier of the beam on the front; 1 unless told. */
  iamFront?: number;
  /** Modifier of the beam on the back; 1 unless told. */
  iamBack?: number;
  /** Power of the back by that of the front in equal light; 0.8 unless told. */
  bifaciality?: number;
  /** What racks change of the light on the back, below 0 for a loss; -0.02 unless told. */
  shadeFactor?: number;
  /** Share of light on the back that comes through the modules; 0 unless told. */
  transmissionFactor?: number;
}

/** Light on both sides of rows, W/m2. */
export interface InfiniteSheds {
  /** Front, and back by its bifaciality and losses. */
  poaGlobal: number;
  poaFront: number;
  poaFrontDirect: number;
  poaFrontDiffuse: number;
  poaFrontSkyDiffuse: number;
  poaFrontGroundDiffuse: number;
  shadedFractionFront: number;
  poaBack: number;
  poaBackDirect: number;
  poaBackDiffuse: number;
  poaBackSkyDiffuse: number;
  poaBackGroundDiffuse: number;
  shadedFractionBack: number;
}

/** Light on both sides of endless rows, and what the two are worth together. The same papers. */
export const getIrradiance = vectorisedParts<InfiniteShedsInput, InfiniteSheds>(
  { ...BLANK, iamFront: 1, iamBack: 1, bifaciality: 0.8, shadeFactor: -0.02, transmissionFactor: 0 },
  {
    poaGlobal: NaN,
    poaFront: NaN,
    poaFrontDirect: NaN,
    poaFrontDiffuse: NaN,
    poaFrontSkyDiffuse: NaN,
    poaFrontGroundDiffuse: NaN,
    shadedFractionFront: NaN,
    poaBack: NaN,
    poaBackDirect: NaN,
    poaBackDiffuse: NaN,
    poaBackSkyDiffuse: NaN,
    poaBackGroundDiffuse: NaN,
    shadedFractionBack: NaN,
  },
  (row, both) => {
    const front = { ...DARK };
    const back = { ...DARK };
    getIrradiancePoa.kernel({ ...row, iam: row.iamFront }, front);
    const surface = { surfaceTilt: 180 - row.surfaceTilt, surfaceAzimuth: row.surfaceAzimuth + 180 };
    getIrradiancePoa.kernel({ ...row, ...surface, iam: row.iamBack }, back);
    both.poaFront = front.poaGlobal;
    both.poaFrontDirect = front.poaDirect;
    both.poaFrontDiffuse = front.poaDiffuse;
    both.poaFrontSkyDiffuse = front.poaSkyDiffuse;
    both.poaFrontGroundDiffuse = front.poaGroundDiffuse;
    both.shadedFractionFront = front.shadedFraction;
    both.poaBack = back.poaGlobal;
    both.poaBackDirect = back.poaDirect;
    both.poaBackDiffuse = back.poaDiffuse;
    both.poaBackSkyDiffuse = back.poaSkyDiffuse;
    both.poaBackGroundDiffuse = back.poaGroundDiffuse;
    both.shadedFractionBack = back.shadedFraction;
    const worth = row.bifaciality * (1 + row.shadeFactor) * (1 + row.transmissionFactor);
    both.poaGlobal = front.poaGlobal + back.poaGlobal * worth;
  },
);
