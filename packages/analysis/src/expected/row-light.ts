import { physical } from '../iam/physical.ts';
import { aoiProjection } from '../irradiance/aoi.ts';
import { getTotalIrradiance } from '../irradiance/total-irradiance.ts';
import { lightOnArray, type ArrayLight } from '../pv/array-light.ts';
import type { PvArray } from '../pv/expected-power.ts';
import type { HorizonProfile } from '../shading/horizon.ts';
import { RADIANS } from '../sun/angles.ts';

/** Light on the horizontal and where the Sun stands; W/m2 and degrees. */
export interface SkyRow {
  apparentZenith: number;
  azimuth: number;
  dniExtra: number;
  ghi: number;
  dni: number;
  dhi: number;
}

export type ArrayInModel = Pick<PvArray, 'tilt' | 'azimuth' | 'rows' | 'bifaciality'> & { albedo: number };

/** Light on arrays of one station, row by row. */
export interface RowLight {
  /** What comes past horizon and other rows; valid until the next call. */
  on(sky: SkyRow, array: ArrayInModel): Readonly<ArrayLight>;
  /** What would come on the front without them, W/m2. */
  alone(sky: SkyRow, array: ArrayInModel): number;
  isObstructed(array: ArrayInModel): boolean;
}

/** Hay and Davies with a physical incidence modifier; where a horizon or rows are known, with these. */
export function createRowLight(horizon: HorizonProfile | undefined): RowLight {
  const light = {
    poaGlobal: NaN,
    poaDirect: NaN,
    poaDiffuse: NaN,
    poaSkyDiffuse: NaN,
    poaGroundDiffuse: NaN,
  };
  const found: ArrayLight = { poa: NaN, effective: NaN };
  const into = (sky: SkyRow, array: ArrayInModel) => {
    const row = {
      solarZenith: sky.apparentZenith,
      solarAzimuth: sky.azimuth,
      surfaceTilt: array.tilt,
      surfaceAzimuth: array.azimuth,
      ghi: sky.ghi,
      dni: sky.dni,
      dhi: sky.dhi,
      dniExtra: sky.dniExtra,
      airmass: null,
      albedo: array.albedo,
      surfaceType: '' as const,
      model: 'haydavies' as const,
      modelPerez: 'allsitescomposite1990' as const,
    };
    getTotalIrradiance.kernel(row, light);
    return row;
  };
  const isObstructed = (array: ArrayInModel) => horizon !== undefined || array.rows !== undefined;
  return {
    isObstructed,
    on(sky, array) {
      if (isObstructed(array)) {
        const { apparentZenith, azimuth, dniExtra } = sky;
        return lightOnArray(sky, horizon ? { ...array, horizon } : array, {
          position: { apparentZenith, apparentElevation: 90 - apparentZenith, azimuth },
          extraterrestrial: dniExtra,
        });
      }
      const row = into(sky, array);
      const aoi = Math.acos(aoiProjection.kernel(row)) / RADIANS;
      const passed = physical.kernel({ aoi, n: 1.526, K: 4, L: 0.002, nAr: 1 });
      found.poa = light.poaGlobal;
      found.effective = light.poaGlobal - light.poaDirect * (1 - passed);
      return found;
    },
    alone(sky, array) {
      into(sky, array);
      return light.poaGlobal;
    },
  };
}
