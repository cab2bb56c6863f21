import { checkSeries } from '../stats/check-series.ts';
import { median } from '../stats/quantile.ts';
import { energyFromPower } from './energy-from-power.ts';
import { interpolate, stepsOf } from './interpolate.ts';

export interface NormalizeInput {
  /** Of each row of `pv`, epoch ms, in equal steps. */
  times: Float64Array;
  /** W, or Wh of the step before where `pvInput` is `energy`. */
  pv: Float64Array;
  /** Of each row of what was expected, epoch ms; `times` unless told. */
  expectedTimes?: Float64Array;
  /** W. */
  powerExpected: Float64Array;
  /** W/m2. */
  poaGlobal: Float64Array;
  /** `power` unless told. */
  pvInput?: 'power' | 'energy';
}

export interface Normalized {
  /** Energy against what was expected, of each row; NaN of the first, before which nothing is known. */
  energyNormalized: Float64Array;
  /** Wh/m2. */
  insolation: Float64Array;
}

/**
 * Energy against what a model expects. What is expected in longer steps is drawn straight between them. Throws where lengths differ or steps of `pv` are
 * not equal. RdTools 3, `normalization.normalize_with_expected_power`.
 */
export function normalizeWithExpectedPower(input: NormalizeInput): Normalized {
  const { times, pv, powerExpected, poaGlobal, expectedTimes = times } = input;
  checkSeries(times, { pv });
  checkSeries(expectedTimes, { powerExpected, poaGlobal });
  const apart = stepsOf(times);
  const step = apart[0] ?? NaN;
  if (apart.some((one) => one !== step)) throw new RangeError('times: equal steps');
  const isCoarser = median(stepsOf(expectedTimes)) > step;
  /** Wh of the step before each row. */
  const energyAt = (powerTimes: Float64Array, power: Float64Array) => {
    const energy = energyFromPower({ times: powerTimes, power, targetStep: step });
    const found = new Map(Array.from(energy.times, (time, at) => [time, energy.energy[at]!]));
    return times.map((time) => found.get(time) ?? NaN);
  };
  const expectedAt = (power: Float64Array) =>
    isCoarser
      ? energyAt(times, interpolate({ times: expectedTimes, values: power, targetTimes: times }))
      : energyAt(expectedTimes, power);
  const energy = input.pvInput === 'energy' ? pv : energyAt(times, pv);
  const expected = expectedAt(powerExpected);
  return {
    energyNormalized: energy.map((one, row) => one / expected[row]!),
    insolation: expectedAt(poaGlobal),
  };
}
