import type { IvCurve } from './rectify.ts';

/** Conditions of a curve: irradiance, W/m2, and temperature, degC. */
export interface Conditions {
  irradiance: number;
  temperature: number;
}

export const STC: Conditions = { irradiance: 1000, temperature: 25 };

export interface Procedure1Input {
  /** As it was measured. */
  curve: IvCurve;
  from: Conditions;
  /** Standard test conditions unless told. */
  to?: Conditions;
  /** Short circuit of the measured curve, A. */
  iSc: number;
  /** Of the short circuit's current, A/K. */
  alpha: number;
  /** Of the open circuit's voltage, V/K. */
  beta: number;
  /** In series, ohm. */
  Rs: number;
  /** Correction of the curve, ohm/K; 0 unless told. */
  kappa?: number;
}

export interface Procedure2Input {
  /** As it was measured. */
  curve: IvCurve;
  from: Conditions;
  /** Standard test conditions unless told. */
  to?: Conditions;
  /** Open circuit of the measured curve, V. */
  vOc: number;
  /** Of the short circuit's current, relative, 1/K. */
  alphaRel: number;
  /** Of the open circuit's voltage, relative to it at standard test conditions, 1/K. */
  betaRel: number;
  /** In series, ohm. */
  Rs: number;
  /** How the open circuit's voltage follows the logarithm of light. */
  a: number;
  /** Correction of the curve, ohm/K; 0 unless told. */
  kappa?: number;
}

function movedBy(curve: IvCurve, move: (v: number, i: number) => readonly [number, number]): IvCurve {
  if (curve.v.length !== curve.i.length)
    throw new RangeError(`i has ${curve.i.length} values, v has ${curve.v.length}`);
  const points = Array.from(curve.v, (v, at) => move(v, curve.i[at]!));
  return { v: Float64Array.from(points, ([v]) => v), i: Float64Array.from(points, ([, i]) => i) };
}

/**
 * A measured curve at other conditions, for irradiances within 20 % of each other: I2 = I1 + Isc (G2 / G1 - 1) + alpha dT,
 * V2 = V1 - Rs (I2 - I1) - kappa I2 dT + beta dT. IEC 60891:2009, correction procedure 1.
 */
export function iec60891Procedure1(input: Procedure1Input): IvCurve {
  const { curve, from, to = STC, iSc, alpha, beta, Rs, kappa = 0 } = input;
  const warmer = to.temperature - from.temperature;
  const light = to.irradiance / from.irradiance;
  return movedBy(curve, (v, i) => {
    const current = i + iSc * (light - 1) + alpha * warmer;
    return [v - Rs * (current - i) - kappa * current * warmer + beta * warmer, current];
  });
}

/**
 * The same for larger changes of irradiance: I2 = I1 (1 + alphaRel dT) G2 / G1,
 * V2 = V1 + Voc (betaRel dT + a ln(G2 / G1)) - Rs (I2 - I1) - kappa I2 dT. IEC 60891:2009, correction procedure 2.
 */
export function iec60891Procedure2(input: Procedure2Input): IvCurve {
  const { curve, from, to = STC, vOc, alphaRel, betaRel, Rs, a, kappa = 0 } = input;
  const warmer = to.temperature - from.temperature;
  const light = to.irradiance / from.irradiance;
  return movedBy(curve, (v, i) => {
    const current = i * (1 + alphaRel * warmer) * light;
    const lifted = v + vOc * (betaRel * warmer + a * Math.log(light));
    return [lifted - Rs * (current - i) - kappa * current * warmer, current];
  });
}
