import { vectorised, vectorisedParts } from '../vector/vectorised.ts';
import { findRoot } from './find-root.ts';
import { UNKNOWN_BISHOP, type Bishop, type BishopTerms, type SingleDiode } from './parameters.ts';

/** A point of a curve and how it changes with the voltage of the diode. */
export interface Bishop88Point {
  /** A. */
  i: number;
  /** V. */
  v: number;
  /** W. */
  p: number;
  /** di/dvd, A/V. */
  gradI: number;
  /** dv/dvd. */
  gradV: number;
  /** di/dv, A/V. */
  grad: number;
  /** dp/dv, A. */
  gradP: number;
  /** d2p/(dv dvd), A/V. */
  grad2P: number;
}

const UNKNOWN_POINT: Bishop88Point = {
  i: NaN,
  v: NaN,
  p: NaN,
  gradI: NaN,
  gradV: NaN,
  grad: NaN,
  gradP: NaN,
  grad2P: NaN,
};

/** Current with its first and second derivative by the voltage of the diode. */
function currentAt(vd: number, row: Bishop) {
  const { photocurrent, saturationCurrent, nNsVth, d2mutau, breakdownFactor, breakdownExp } = row;
  const shunt = 1 / row.resistanceShunt;
  const diode = (saturationCurrent * Math.exp(vd / nNsVth)) / nNsVth;
  let i = photocurrent - saturationCurrent * Math.expm1(vd / nNsVth) - vd * shunt;
  let slope = -diode - shunt;
  let bend = -diode / nNsVth;
  if (d2mutau !== 0) {
    const left = row.NsVbi - vd;
    const recombined = (photocurrent * d2mutau) / left;
    i -= recombined;
    slope -= recombined / left;
    bend -= (2 * recombined) / left ** 2;
  }
  if (breakdownFactor !== 0) {
    const broken = breakdownFactor * shunt;
    const ratio = vd / row.breakdownVoltage;
    const power = (1 - ratio) ** -breakdownExp;
    const rise = breakdownExp / row.breakdownVoltage / (1 - ratio);
    i -= broken * vd * power;
    slope -= broken * power * (1 + vd * rise);
    bend -= broken * power * rise * (2 + (vd * (breakdownExp + 1)) / row.breakdownVoltage / (1 - ratio));
  }
  return { i, slope, bend };
}

function fillPoint(vd: number, row: Bishop, point: Bishop88Point): void {
  const { resistanceSeries } = row;
  const { i, slope, bend } = currentAt(vd, row);
  point.i = i;
  point.v = vd - i * resistanceSeries;
  point.p = point.i * point.v;
  point.gradI = slope;
  point.gradV = 1 - slope * resistanceSeries;
  point.grad = slope / point.gradV;
  point.gradP = point.v * point.grad + i;
  // d(di/dv)/dvd = bend / gradV^2, because dgradV/dvd = -bend Rs.
  point.grad2P = 2 * slope + (point.v * bend) / point.gradV ** 2;
}

/**
 * The point of a curve at `diodeVoltage` (V). Without iteration, because current and voltage both follow from it. Bishop
 * 1988, Solar Cells 25, 73-89; recombination: Merten et al. 1998, IEEE Trans. Electron Devices 45, 423-429.
 */
export const bishop88 = vectorisedParts<SingleDiode & BishopTerms & { diodeVoltage: number }, Bishop88Point>(
  { ...UNKNOWN_BISHOP, diodeVoltage: NaN },
  UNKNOWN_POINT,
  (row, point) => fillPoint(row.diodeVoltage, row, point),
);

/** The voltage between which the diode's can be: of breakdown, and the built-in one. */
function bounds(row: Bishop) {
  const low = row.breakdownFactor > 0 ? row.breakdownVoltage : -Infinity;
  return { low, high: row.d2mutau > 0 ? row.NsVbi : Infinity };
}

/** From `start` on by doubled steps, never beyond `limit`, until `isBeyond`. */
function stepOut(start: number, limit: number, isBeyond: (vd: number) => boolean): number {
  const direction = Math.sign(limit - start);
  let step = 1;
  let vd = start;
  for (let again = 0; again < 1100 && !isBeyond(vd); again += 1) {
    const next = vd + direction * step;
    vd = direction * (limit - next) > 0 ? next : (vd + limit) / 2;
    step *= 2;
  }
  return vd;
}

const isKnown = (row: Bishop) => Object.values(row).every((value) => !Number.isNaN(value));

/** The voltage of the diode at which `falling`, which falls with it, is 0; NaN where it never is. */
function solve(
  row: Bishop,
  falling: (vd: number) => { value: number; slope: number },
  start: number,
): number {
  if (!isKnown(row)) return NaN;
  const { low, high } = bounds(row);
  const inside = Math.min(Math.max(start, low / 2), high * 0.9999);
  const above = stepOut(inside, high, (vd) => !(falling(vd).value > 0));
  const below = stepOut(inside, low, (vd) => !(falling(vd).value < 0));
  return below === above ? above : findRoot(falling, below, above);
}

/** Where the diode alone would take all light. */
export const estimateVoc = vectorised<Pick<SingleDiode, 'photocurrent' | 'saturationCurrent' | 'nNsVth'>>(
  { photocurrent: NaN, saturationCurrent: NaN, nNsVth: NaN },
  ({ photocurrent, saturationCurrent, nNsVth }) => nNsVth * Math.log1p(photocurrent / saturationCurrent),
);

export function diodeVoltageAtCurrent(current: number, row: Bishop): number {
  if (Number.isNaN(current)) return NaN;
  const at = (vd: number) => {
    const { i, slope } = currentAt(vd, row);
    return { value: i - current, slope };
  };
  const start = estimateVoc.kernel(row);
  return solve(row, at, Number.isNaN(start) ? 0 : start);
}

export function diodeVoltageAtVoltage(voltage: number, row: Bishop): number {
  if (Number.isNaN(voltage)) return NaN;
  const at = (vd: number) => {
    const { i, slope } = currentAt(vd, row);
    return { value: voltage - vd + i * row.resistanceSeries, slope: slope * row.resistanceSeries - 1 };
  };
  return solve(row, at, voltage);
}

/** Current, A, at `voltage` (V) of the terminals. */
export const bishop88IFromV = vectorised<SingleDiode & BishopTerms & { voltage: number }>(
  { ...UNKNOWN_BISHOP, voltage: NaN },
  (row) => currentAt(diodeVoltageAtVoltage(row.voltage, row), row).i,
);

/** Voltage of the terminals, V, at `current` (A). */
export const bishop88VFromI = vectorised<SingleDiode & BishopTerms & { current: number }>(
  { ...UNKNOWN_BISHOP, current: NaN },
  (row) => {
    const vd = diodeVoltageAtCurrent(row.current, row);
    return vd - row.current * row.resistanceSeries;
  },
);

/** The point of most power. */
export interface MaxPowerPoint {
  /** A. */
  iMp: number;
  /** V. */
  vMp: number;
  /** W. */
  pMp: number;
}

const point = { ...UNKNOWN_POINT };

export function fillMaxPower(row: Bishop, parts: MaxPowerPoint): void {
  const open = diodeVoltageAtCurrent(0, row);
  const at = (vd: number) => {
    fillPoint(vd, row, point);
    return { value: point.gradP, slope: point.grad2P };
  };
  const vd = open > 0 ? findRoot(at, 0, open, 0.8 * open) : open;
  fillPoint(vd, row, point);
  parts.iMp = point.i;
  parts.vMp = point.v;
  parts.pMp = point.p;
}

/** The point of most power between short circuit and open circuit; none without light, where all is 0. */
export const bishop88Mpp = vectorisedParts<SingleDiode & BishopTerms, MaxPowerPoint>(
  UNKNOWN_BISHOP,
  { iMp: NaN, vMp: NaN, pMp: NaN },
  fillMaxPower,
);
