import { getRelativeAirmass } from '../atmosphere/airmass.ts';
import { vectorised, vectorisedParts } from '../vector/vectorised.ts';
import { beamComponent, type AoiInput } from './aoi.ts';
import { getGroundDiffuse, type SurfaceType } from './ground-diffuse.ts';
import { haydavies, reindl } from './haydavies.ts';
import { isotropic, king, klucher } from './isotropic.ts';
import { perezDriesse } from './perez-driesse.ts';
import type { PerezCoefficients } from './perez-coefficients.data.ts';
import { perez } from './perez.ts';

export type SkyModel = 'isotropic' | 'klucher' | 'haydavies' | 'reindl' | 'king' | 'perez' | 'perez-driesse';

export interface SkyDiffuseInput extends AoiInput {
  /** W/m2. */
  dni: number;
  /** W/m2. */
  ghi: number;
  /** W/m2. */
  dhi: number;
  /** W/m2 on a plane that faces the Sun; `haydavies`, `reindl`, `perez` and `perez-driesse` need it. */
  dniExtra?: number | null;
  /** Relative air mass for `perez` and `perez-driesse`; of Kasten and Young at the zenith unless told. */
  airmass?: number | null;
  /** `isotropic` unless told. */
  model?: SkyModel;
  /** Coefficients of `perez`; `allsitescomposite1990` unless told. */
  modelPerez?: PerezCoefficients;
}

const BLANK: Required<SkyDiffuseInput> = {
  surfaceTilt: NaN,
  surfaceAzimuth: NaN,
  solarZenith: NaN,
  solarAzimuth: NaN,
  dni: NaN,
  ghi: NaN,
  dhi: NaN,
  dniExtra: null,
  airmass: null,
  model: 'isotropic',
  modelPerez: 'allsitescomposite1990',
};

type Row = Required<SkyDiffuseInput>;

/** The row of a model that needs the light outside the atmosphere; written out, because it is made for each index. */
function withExtra(row: Row) {
  if (row.dniExtra === null) throw new TypeError(`dniExtra: ${row.model} needs it`);
  return {
    surfaceTilt: row.surfaceTilt,
    surfaceAzimuth: row.surfaceAzimuth,
    dhi: row.dhi,
    dni: row.dni,
    ghi: row.ghi,
    dniExtra: row.dniExtra,
    solarZenith: row.solarZenith,
    solarAzimuth: row.solarAzimuth,
    airmass: row.airmass ?? getRelativeAirmass.kernel({ zenith: row.solarZenith, model: 'kastenyoung1989' }),
    model: row.modelPerez,
  };
}

const MODELS: Record<SkyModel, (row: Row) => number> = {
  isotropic: isotropic.kernel,
  klucher: klucher.kernel,
  haydavies: (row) => haydavies.kernel(withExtra(row)),
  reindl: (row) => reindl.kernel(withExtra(row)),
  king: king.kernel,
  perez: (row) => perez.kernel(withExtra(row)),
  'perez-driesse': (row) => perezDriesse.kernel(withExtra(row)),
};

/** Light of the sky on a plane by a named model, W/m2. Throws where the model needs `dniExtra` and it is left out. */
export const getSkyDiffuse = vectorised<SkyDiffuseInput>(BLANK, (row) => MODELS[row.model](row));

/** Light on a plane, W/m2. */
export interface PlaneOfArray {
  poaGlobal: number;
  poaDirect: number;
  /** Of sky and ground. */
  poaDiffuse: number;
  poaSkyDiffuse: number;
  poaGroundDiffuse: number;
}

export interface TotalIrradianceInput extends SkyDiffuseInput {
  /** Reflectance of the ground; 0.25 unless told. */
  albedo?: number;
  /** Goes before `albedo` where it is told. */
  surfaceType?: SurfaceType | '';
}

/** Beam, sky and ground on a plane and their sums. Throws as `getSkyDiffuse` does. */
export const getTotalIrradiance = vectorisedParts<TotalIrradianceInput, PlaneOfArray>(
  { ...BLANK, albedo: 0.25, surfaceType: '' },
  { poaGlobal: NaN, poaDirect: NaN, poaDiffuse: NaN, poaSkyDiffuse: NaN, poaGroundDiffuse: NaN },
  (row, parts) => {
    parts.poaDirect = beamComponent.kernel(row);
    parts.poaSkyDiffuse = MODELS[row.model](row);
    parts.poaGroundDiffuse = getGroundDiffuse.kernel(row);
    parts.poaDiffuse = parts.poaSkyDiffuse + parts.poaGroundDiffuse;
    parts.poaGlobal = parts.poaDirect + parts.poaDiffuse;
  },
);
