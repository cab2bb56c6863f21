import { cosDeg } from '../sun/angles.ts';
import { vectorised, vectorisedParts } from '../vector/vectorised.ts';
import type { Irradiance } from '../clear-sky/ineichen.ts';

export interface DniInput {
  /** W/m2. */
  ghi: number;
  /** W/m2. */
  dhi: number;
  /** True zenith, degrees. */
  zenith: number;
  /** Of a clear sky, W/m2: limits what the Sun near the horizon makes of small errors. No limit unless told. */
  dniClear?: number | null;
  /** 1.1 unless told. */
  clearskyTolerance?: number;
  /** Direct light is not known from here on, save none; 88 degrees unless told. */
  zenithThresholdForZeroDni?: number;
  /** The clear sky limits from here on; 80 degrees unless told. */
  zenithThresholdForClearskyLimit?: number;
}

/** Direct light from global and diffuse, W/m2; NaN where it would be below 0 or the Sun is too low to tell. */
export const dni = vectorised<DniInput>(
  {
    ghi: NaN,
    dhi: NaN,
    zenith: NaN,
    dniClear: null,
    clearskyTolerance: 1.1,
    zenithThresholdForZeroDni: 88,
    zenithThresholdForClearskyLimit: 80,
  },
  (row) => {
    const direct = (row.ghi - row.dhi) / cosDeg(row.zenith);
    if (direct === 0) return 0;
    if (!(direct >= 0) || row.zenith >= row.zenithThresholdForZeroDni) return NaN;
    if (row.dniClear === null || row.zenith < row.zenithThresholdForClearskyLimit) return direct;
    return Math.min(direct, row.dniClear * row.clearskyTolerance);
  },
);

export interface CompleteIrradianceInput {
  /** True zenith, degrees. */
  solarZenith: number;
  /** W/m2. */
  ghi?: number | null;
  /** W/m2. */
  dhi?: number | null;
  /** W/m2. */
  dni?: number | null;
  /** Of a clear sky, W/m2; limits what is reckoned of direct light near the horizon. */
  dniClear?: number | null;
}

/** The third of global, diffuse and direct light from two, W/m2. Throws where not exactly one is left out. */
export const completeIrradiance = vectorisedParts<CompleteIrradianceInput, Irradiance>(
  { solarZenith: NaN, ghi: null, dhi: null, dni: null, dniClear: null },
  { ghi: NaN, dni: NaN, dhi: NaN },
  (row, light) => {
    const { solarZenith, ghi, dhi, dni: direct } = row;
    const cosZenith = cosDeg(solarZenith);
    light.ghi = ghi ?? NaN;
    light.dhi = dhi ?? NaN;
    light.dni = direct ?? NaN;
    if (ghi !== null && dhi !== null && direct === null)
      light.dni = dni.kernel({
        ghi,
        dhi,
        zenith: solarZenith,
        dniClear: row.dniClear,
        clearskyTolerance: 1.1,
        zenithThresholdForZeroDni: 88,
        zenithThresholdForClearskyLimit: 80,
      });
    else if (direct !== null && dhi !== null && ghi === null) light.ghi = dhi + direct * cosZenith;
    else if (direct !== null && ghi !== null && dhi === null) light.dhi = ghi - direct * cosZenith;
    else throw new TypeError('ghi, dhi, dni: exactly one of them left out');
  },
);
