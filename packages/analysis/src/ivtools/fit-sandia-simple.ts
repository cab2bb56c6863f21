import type { SingleDiode } from '../single-diode/parameters.ts';
import { fitPolynomial, leastSquares } from '../stats/least-squares.ts';

export interface FitSandiaSimpleInput {
  /** Rising from 0 to open circuit, V. */
  voltage: ArrayLike<number>;
  /** A. */
  current: ArrayLike<number>;
  /** V; the last voltage unless told. */
  vOc?: number;
  /** A; the first current unless told. */
  iSc?: number;
  /** V and A; the measured point of most power unless told. */
  vMpIMp?: readonly [number, number];
  /** Share of the open circuit's voltage up to which the curve is a line; 0.2 unless told. */
  vlim?: number;
  /** Share of the short circuit's current by which the curve has left the line; 0.1 unless told. */
  ilim?: number;
}

/** The line of the first points, made longer until the current falls along it. */
function firstLine(voltage: number[], current: number[], limit: number) {
  const first = voltage.findIndex((v) => v >= limit);
  for (let count = Math.max(first, 2); first >= 0 && count < voltage.length; count += 1) {
    const [start = NaN, slope = NaN] = fitPolynomial(voltage.slice(0, count), current.slice(0, count), 1);
    if (slope < 0) return { start, fall: -slope };
  }
  throw new RangeError('fitSandiaSimple: the current does not fall with the voltage');
}

/**
 * The single diode's parameters of one curve by two regressions. Throws where the curve is not one of a module. Campanelli and Hamadani 2018,
 * Energy Science & Engineering 6, 226-238; Hansen 2015, SAND2015-2065, chapter 2.
 */
export function fitSandiaSimple(input: FitSandiaSimpleInput): SingleDiode {
  const voltage = Array.from(input.voltage);
  const current = Array.from(input.current);
  if (voltage.length !== current.length)
    throw new RangeError(`current has ${current.length} values, voltage has ${voltage.length}`);
  const { vOc = voltage.at(-1) ?? NaN, iSc = current[0] ?? NaN, vlim = 0.2, ilim = 0.1 } = input;
  const line = firstLine(voltage, current, vlim * vOc);
  const rows: number[][] = [];
  const values: number[] = [];
  for (const [at, v] of voltage.entries()) {
    const left = line.start - line.fall * v - current[at]!;
    if (!(left > ilim * iSc)) continue;
    rows.push([1, v, current[at]!]);
    values.push(Math.log(left));
  }
  const [, ofVoltage = NaN, ofCurrent = NaN] = leastSquares(rows, values);
  const nNsVth = 1 / ofVoltage;
  const resistanceSeries = ofCurrent / ofVoltage;
  const shunt = line.fall / (1 - resistanceSeries * line.fall);
  const photocurrent = (1 + shunt * resistanceSeries) * line.start;
  const saturationAt = (v: number, i: number) => {
    const diode = v + resistanceSeries * i;
    return (photocurrent - i - shunt * diode) / Math.expm1(diode / nNsVth);
  };
  const top = voltage.reduce(
    (best, v, at) => (v * current[at]! > voltage[best]! * current[best]! ? at : best),
    0,
  );
  const [vMp, iMp] = input.vMpIMp ?? [voltage[top]!, current[top]!];
  const found = [saturationAt(vMp, iMp), saturationAt(vOc, 0)].filter((one) => one > 0);
  if (found.length === 0) throw new RangeError('fitSandiaSimple: no saturation current');
  const saturationCurrent = found.reduce((sum, one) => sum + one, 0) / found.length;
  return { photocurrent, saturationCurrent, resistanceSeries, resistanceShunt: 1 / shunt, nNsVth };
}
