import { translateDeSoto, type ModuleParams } from './de-soto.ts';
import { pointAtDiodeVoltage } from './single-diode.ts';

/** A module's data sheet at 1000 W/m2 and 25 degC: V, A, A/K, V/K (negative). */
export interface ModuleDatasheet {
  voc: number;
  isc: number;
  vmp: number;
  imp: number;
  alphaIsc: number;
  betaVoc: number;
  cellsInSeries: number;
}

/** Thermal voltage of a cell at 25 degC, V. */
const CELL_VOLTAGE = 8.617333262e-5 * 298.15;
/** The slope of Voc is taken over so many kelvin, as De Soto's equations are usually solved. */
const WARMER_K = 2;
const MAX_STEPS = 100;

type Vector = readonly [number, number, number];
/** Ideality voltage a in V, series resistance in ohm, logarithm of the shunt resistance in ohm. */
type Unknowns = Vector;

/** Photocurrent and saturation current follow from short and open circuit once the other three are known. */
function paramsOf(
  [thermalVoltage, seriesResistance, logShunt]: Unknowns,
  sheet: ModuleDatasheet,
): ModuleParams {
  const { isc, voc, alphaIsc } = sheet;
  const shuntResistance = Math.exp(logShunt);
  const openExp = Math.expm1(voc / thermalVoltage);
  const shortExp = Math.expm1((isc * seriesResistance) / thermalVoltage);
  const diodeCurrent = isc * (1 + seriesResistance / shuntResistance) - voc / shuntResistance;
  const saturationCurrent = diodeCurrent / (openExp - shortExp);
  const photocurrent = saturationCurrent * openExp + voc / shuntResistance;
  return { photocurrent, saturationCurrent, seriesResistance, shuntResistance, thermalVoltage, alphaIsc };
}

/**
 * What is left of the three equations, in A: current at MPP, zero slope of power there, open circuit when
 * warmer.
 */
function residuals(unknowns: Unknowns, sheet: ModuleDatasheet): Vector {
  const params = paramsOf(unknowns, sheet);
  const { vmp, imp } = sheet;
  const diodeVoltage = vmp + imp * params.seriesResistance;
  const slope =
    (params.saturationCurrent / params.thermalVoltage) * Math.exp(diodeVoltage / params.thermalVoltage) +
    1 / params.shuntResistance;
  const warm = translateDeSoto(params, 1000, 25 + WARMER_K);
  return [
    pointAtDiodeVoltage(diodeVoltage, params).current - imp,
    imp - (vmp * slope) / (1 + params.seriesResistance * slope),
    pointAtDiodeVoltage(sheet.voc + sheet.betaVoc * WARMER_K, warm).current,
  ];
}

const norm = (v: Vector): number => Math.hypot(...v);
const determinant = (a: Vector, b: Vector, c: Vector): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  b[0] * (a[1] * c[2] - a[2] * c[1]) +
  c[0] * (a[1] * b[2] - a[2] * b[1]);

/** Newton's step by Cramer's rule, with the derivatives taken numerically. */
function newtonStep(at: Unknowns, here: Vector, sheet: ModuleDatasheet): Vector {
  const columns = at.map((value, i) => {
    const h = 1e-6 * Math.max(1e-3, Math.abs(value));
    const moved = residuals(at.map((x, j) => (i === j ? x + h : x)) as unknown as Unknowns, sheet);
    return moved.map((r, j) => (r - (here[j] ?? 0)) / h) as unknown as Vector;
  }) as unknown as readonly [Vector, Vector, Vector];
  const [a, b, c] = columns;
  const whole = determinant(a, b, c);
  return [
    -determinant(here, b, c) / whole,
    -determinant(a, here, c) / whole,
    -determinant(a, b, here) / whole,
  ];
}

function firstGuess(sheet: ModuleDatasheet): Unknowns {
  const thermalVoltage = 1.1 * CELL_VOLTAGE * sheet.cellsInSeries;
  const saturation = sheet.isc * Math.exp(-sheet.voc / thermalVoltage);
  const series = (thermalVoltage * Math.log1p((sheet.isc - sheet.imp) / saturation) - sheet.vmp) / sheet.imp;
  return [thermalVoltage, Math.max(0.01, series), Math.log(100)];
}

/**
 * Reference parameters of a module from its data sheet, by the five equations of De Soto, Klein and Beckman
 * 2006: short circuit, open circuit, MPP, zero slope of power at MPP, and the slope of Voc over temperature.
 * Throws RangeError when the sheet has no such solution.
 */
export function fitDeSoto(sheet: ModuleDatasheet): ModuleParams {
  let at = firstGuess(sheet);
  let here = residuals(at, sheet);
  for (let i = 0; i < MAX_STEPS && norm(here) > 1e-12 * sheet.isc; i++) {
    const step = newtonStep(at, here, sheet);
    let part = 1;
    let next = at;
    let there = here;
    do {
      next = [at[0] + part * step[0], at[1] + part * step[1], at[2] + part * step[2]];
      there = residuals(next, sheet);
      part /= 2;
    } while (part > 1e-6 && !(norm(there) < norm(here)));
    if (!(norm(there) < norm(here))) break;
    at = next;
    here = there;
  }
  const params = paramsOf(at, sheet);
  const isPhysical =
    params.saturationCurrent > 0 && params.seriesResistance >= 0 && params.thermalVoltage > 0;
  if (!(norm(here) <= 1e-6 * sheet.isc) || !isPhysical)
    throw new RangeError('no single-diode parameters fit this data sheet');
  return params;
}
