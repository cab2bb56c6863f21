export interface PrillimanInput {
  /** Cells by a model that keeps no heat, degC. */
  tempCell: Float64Array;
  /** m/s, at 10 m. */
  windSpeed: Float64Array;
  /** Between two rows, min; the same throughout. */
  stepMinutes: number;
  /** Of the module, kg/m2; 11.1 unless told. */
  unitMass?: number;
  /** a0 to a3 of the paper. */
  coefficients?: readonly [number, number, number, number];
}

const WINDOW_MINUTES = 20;

/**
 * Cells, degC, that follow a change of light as slowly as their heat lets them: the mean of the last 20 minutes, younger
 * ones with more weight. Steps of 20 minutes and more stay as they are; the first row too. A row that is unknown stays
 * unknown and counts in no other. Throws where lengths differ or the step is not above 0. Prilliman et al. 2020, IEEE
 * J. Photovoltaics 10, 1053-1060.
 */
export function prilliman(input: PrillimanInput): Float64Array {
  const { tempCell, windSpeed, stepMinutes, unitMass = 11.1 } = input;
  const [a0, a1, a2, a3] = input.coefficients ?? [0.0046, 4.6e-4, -2.3e-4, -1.6e-5];
  if (windSpeed.length !== tempCell.length)
    throw new RangeError(`windSpeed has ${windSpeed.length} values, tempCell has ${tempCell.length}`);
  if (!(stepMinutes > 0)) throw new RangeError(`stepMinutes: above 0, not ${stepMinutes}`);
  if (stepMinutes >= WINDOW_MINUTES) return tempCell.slice();
  const window = Math.min(Math.floor(WINDOW_MINUTES / stepMinutes), tempCell.length);
  return tempCell.map((now, row) => {
    if (row === 0 || Number.isNaN(now)) return now;
    const wind = windSpeed[row]!;
    const rate = a0 + a1 * wind + a2 * unitMass + a3 * wind * unitMass;
    let sum = 0;
    let weights = 0;
    for (let back = 1; back <= Math.min(window, row); back += 1) {
      const value = tempCell[row - back]!;
      if (Number.isNaN(value)) continue;
      const weight = Math.exp(-rate * back * stepMinutes * 60);
      sum += value * weight;
      weights += weight;
    }
    return sum / weights;
  });
}
