import { cosDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

/** Upper bound: mult dniExtra max(0, cos zenith)^exp + min. */
interface UpperBound {
  mult: number;
  exp: number;
  min: number;
}

type Component = 'ghi' | 'dhi' | 'dni';
type Limits = Record<Component, { upper: UpperBound; lower: number }>;
export type LimitsName = 'physical' | 'extreme';

/** Long and Shi 2008, table 1, W/m2. */
const LIMITS: Record<LimitsName, Limits> = {
  physical: {
    ghi: { upper: { mult: 1.5, exp: 1.2, min: 100 }, lower: -4 },
    dhi: { upper: { mult: 0.95, exp: 1.2, min: 50 }, lower: -4 },
    dni: { upper: { mult: 1, exp: 0, min: 0 }, lower: -4 },
  },
  extreme: {
    ghi: { upper: { mult: 1.2, exp: 1.2, min: 50 }, lower: -2 },
    dhi: { upper: { mult: 0.75, exp: 1.2, min: 30 }, lower: -2 },
    dni: { upper: { mult: 0.95, exp: 0.2, min: 10 }, lower: -2 },
  },
};

interface Sun {
  /** Degrees. */
  solarZenith: number;
  /** Of the sun outside of the air, on a plane towards it, W/m2. */
  dniExtra: number;
  /** What can be, or what is rare; `physical` unless told. */
  limits?: LimitsName;
}

const BLANK = { solarZenith: NaN, dniExtra: NaN, limits: 'physical' as LimitsName };

/** 1 where a value can be, 0 where it cannot, NaN where something is unknown. */
function judge(
  component: Component,
  value: number,
  { solarZenith, dniExtra, limits }: Required<Sun>,
): number {
  const { upper, lower } = LIMITS[limits][component];
  const bound = upper.mult * dniExtra * Math.max(0, cosDeg(solarZenith)) ** upper.exp + upper.min;
  if (Number.isNaN(value + solarZenith + dniExtra)) return NaN;
  return Number(value > lower && value < bound);
}

/**
 * Whether a global irradiance (W/m2) is within the limits of QCRad: 1, 0, or NaN where something is unknown. Long and Shi 2008, Open Atmospheric Science Journal 2,
 * 23-37; pvanalytics, `quality.irradiance.check_ghi_limits_qcrad`.
 */
export const checkGhiLimitsQcrad = vectorised<Sun & { ghi: number }>({ ...BLANK, ghi: NaN }, (row) =>
  judge('ghi', row.ghi, row),
);

/** The same of a diffuse one. */
export const checkDhiLimitsQcrad = vectorised<Sun & { dhi: number }>({ ...BLANK, dhi: NaN }, (row) =>
  judge('dhi', row.dhi, row),
);

/** The same of a direct one. */
export const checkDniLimitsQcrad = vectorised<Sun & { dni: number }>({ ...BLANK, dni: NaN }, (row) =>
  judge('dni', row.dni, row),
);
