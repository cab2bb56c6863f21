import { vectorisedParts } from '../vector/vectorised.ts';
import { splitByShare, UNKNOWN_LIGHT, type SplitLight } from './split-light.ts';

export interface ErbsInput {
  /** W/m2. */
  ghi: number;
  /** True zenith, degrees. */
  zenith: number;
  /** Epoch ms; tells the irradiance outside the atmosphere. */
  time?: number;
  /** W/m2 on a plane that faces the Sun; Spencer's of the UTC day of `time` unless told. */
  dniExtra?: number | null;
  /** Keeps the clearness sane near the horizon; 0.065 unless told. */
  minCosZenith?: number;
  /** All is diffuse beyond; 87 degrees unless told. */
  maxZenith?: number;
}

const BLANK: Required<ErbsInput> = {
  ghi: NaN,
  zenith: NaN,
  time: NaN,
  dniExtra: null,
  minCosZenith: 0.065,
  maxZenith: 87,
};

function erbsShare(kt: number): number {
  if (kt <= 0.22) return 1 - 0.09 * kt;
  if (kt > 0.8) return 0.165;
  return 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)));
}

/** Splits global light into direct and diffuse. Erbs, Klein and Duffie 1982, Solar Energy 28, 293-302. */
export const erbs = vectorisedParts<ErbsInput, SplitLight>(BLANK, UNKNOWN_LIGHT, (row, light) =>
  splitByShare(row, row.zenith, erbsShare, light),
);

/** The polynomial of the middle, from the constant on. */
const DRIESSE = [
  0.946296633571001, -0.11390583806313881, 4.246926715218317, -16.4705084246973, 12.26911439571261,
];

function driesseShare(kt: number): number {
  if (kt <= 0.216) return 1 - 0.09 * kt;
  if (kt > 0.792) return 0.165;
  return DRIESSE.reduceRight((sum, coefficient) => sum * kt + coefficient, 0);
}

/** The same without its steps; negative light counts as none. Driesse, Jensen and Perez 2024, Solar Energy 267, 112093. */
export const erbsDriesse = vectorisedParts<ErbsInput, SplitLight>(BLANK, UNKNOWN_LIGHT, (row, light) =>
  splitByShare({ ...row, ghi: Math.max(0, row.ghi) }, row.zenith, driesseShare, light),
);

function orgillHollandsShare(kt: number): number {
  if (kt < 0.35) return 1 - 0.249 * kt;
  return kt > 0.75 ? 0.177 : 1.557 - 1.84 * kt;
}

/** The same by Orgill and Hollands 1977, Solar Energy 19, 357-359. */
export const orgillHollands = vectorisedParts<ErbsInput, SplitLight>(BLANK, UNKNOWN_LIGHT, (row, light) =>
  splitByShare(row, row.zenith, orgillHollandsShare, light),
);
