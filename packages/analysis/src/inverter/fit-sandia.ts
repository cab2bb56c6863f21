import { fitPolynomial } from '../stats/least-squares.ts';
import type { SandiaInverter } from './sandia.ts';

/** Which of the test's three voltages. */
export type VoltageLevel = 'Vmin' | 'Vnom' | 'Vmax';

export interface FitSandiaInput {
  /** W. */
  acPower: ArrayLike<number>;
  /** W. */
  dcPower: ArrayLike<number>;
  /** V. */
  dcVoltage: ArrayLike<number>;
  dcVoltageLevel: readonly VoltageLevel[];
  /** The inverter's rating, W. */
  pAc0: number;
  /** AC power taken at night, W. */
  pNt: number;
}

const LEVELS: readonly VoltageLevel[] = ['Vmin', 'Vnom', 'Vmax'];

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The larger solution of a x^2 + b x + c = 0, or the only one that counts. */
const solveQuadratic = (a: number, b: number, c: number) => (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);

/** Of one level: mean voltage, curvature, and the DC powers at the rating and at the start. */
function fitLevel(input: FitSandiaInput, level: VoltageLevel) {
  const rows = input.dcVoltageLevel.flatMap((one, row) => (one === level ? [row] : []));
  if (rows.length < 3) throw new RangeError(`fitSandia: three rows at least of ${level}`);
  const pick = (values: ArrayLike<number>) => rows.map((row) => values[row]!);
  const [c = NaN, b = NaN, a = NaN] = fitPolynomial(pick(input.dcPower), pick(input.acPower), 2);
  return {
    voltage: mean(pick(input.dcVoltage)),
    curvature: a,
    atRating: solveQuadratic(a, b, c - input.pAc0),
    atStart: solveQuadratic(a, b, c),
  };
}

/**
 * Sandia's coefficients from a test at three voltages, as the California Energy Commission publishes them. Throws where a level
 * has fewer than three rows or lengths differ. Driesse 2020; King et al. 2007, SAND2007-5036.
 */
export function fitSandia(input: FitSandiaInput): SandiaInverter {
  const { acPower, dcPower, dcVoltage, dcVoltageLevel, pAc0, pNt } = input;
  for (const [name, values] of Object.entries({ dcPower, dcVoltage, dcVoltageLevel }))
    if (values.length !== acPower.length)
      throw new RangeError(`${name} has ${values.length} values, acPower has ${acPower.length}`);
  const fits = LEVELS.map((level) => fitLevel(input, level));
  const nominal = fits[1]!.voltage;
  const along = (values: readonly number[]) => {
    const [base = NaN, slope = NaN] = fitPolynomial(
      fits.map(({ voltage }) => voltage - nominal),
      values,
      1,
    );
    return { base, change: slope / base };
  };
  const rating = along(fits.map(({ atRating }) => atRating));
  const start = along(fits.map(({ atStart }) => atStart));
  const bend = along(fits.map(({ curvature }) => curvature));
  return {
    Paco: pAc0,
    Pdco: rating.base,
    Vdco: nominal,
    Pso: start.base,
    C0: bend.base,
    C1: rating.change,
    C2: start.change,
    C3: bend.change,
    Pnt: pNt,
  };
}
