import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface AdrInput {
  /** V. */
  vDc: number;
  /** W. */
  pDc: number;
  /** W. */
  Pnom: number;
  /** V. */
  Vnom: number;
  /** W. */
  Pacmax: number;
  /** AC power taken at night, W. */
  Pnt: number;
  /** Nine. */
  ADRCoefficients: readonly number[];
  /** Of the test, V. */
  Vmax?: number;
  /** Of the test, V. */
  Vmin?: number;
  /** The inverter's limit, V. */
  Vdcmax?: number;
  /** V. */
  MPPTHi?: number;
  /** V. */
  MPPTLow?: number;
  /** By how much of it voltages may pass the limits; 0.1 unless told. */
  vtol?: number;
}

/** Of those that are known. */
const largest = (values: readonly number[]) => Math.max(...values.filter((value) => !Number.isNaN(value)));

/**
 * AC power, W, not above `Pacmax` and not below what is taken at night; that at 0 V; NaN beyond the limits of voltage. Driesse
 * 2014, "Beyond the curves", 40th IEEE PVSC; Driesse, Jain and Harrison 2008, 33rd IEEE PVSC.
 */
export const adr = vectorised<AdrInput>(
  {
    vDc: NaN,
    pDc: NaN,
    Pnom: NaN,
    Vnom: NaN,
    Pacmax: NaN,
    Pnt: NaN,
    ADRCoefficients: [],
    Vmax: NaN,
    Vmin: NaN,
    Vdcmax: NaN,
    MPPTHi: NaN,
    MPPTLow: NaN,
    vtol: 0.1,
  },
  (row) => {
    const { vDc, pDc, Pnom, Pacmax, ADRCoefficients } = row;
    if (ADRCoefficients.length !== 9)
      throw new RangeError(`ADRCoefficients: 9 values, not ${ADRCoefficients.length}`);
    const night = -Math.abs(row.Pnt);
    if (vDc === 0) return zeroOf(pDc) + night;
    const upper = largest([row.Vmax, row.Vdcmax, row.MPPTHi]) * (1 + row.vtol);
    const lower = largest([row.Vmin, row.MPPTLow]) * (1 - row.vtol);
    if (vDc > upper || vDc < lower) return NaN;
    const load = pDc / Pnom;
    const voltage = vDc / row.Vnom;
    const [a, b, c, d, e, f, g, h, i] = ADRCoefficients as number[];
    const plain = a! + load * (b! + load * c!);
    const above = d! + load * (e! + load * f!);
    const inverse = g! + load * (h! + load * i!);
    const loss = plain + (voltage - 1) * above + (1 / voltage - 1) * inverse;
    return Math.min(Pacmax, Math.max(night, Pnom * (load - loss)));
  },
);
