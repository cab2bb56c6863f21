/** Arrays of equal length, one entry an interval; NaN where unknown. */
export interface PerformanceIntervals {
  /** AC energy, kWh. */
  energy: ArrayLike<number>;
  /** Plane-of-array insolation, kWh/m2. */
  insolation: ArrayLike<number>;
  /** Module temperature, degC, weighted by irradiance within the interval; for the corrected ratio only. */
  moduleTemperature?: ArrayLike<number>;
}

export interface PerformanceRating {
  /** DC nameplate, kWp. */
  nameplate: number;
  /** Power's temperature coefficient, 1/K, negative; -0.004 unless told. */
  temperatureCoefficient?: number;
}

function ratioOfSums(intervals: PerformanceIntervals, reference: (i: number) => number): number | null {
  let energy = 0;
  let possible = 0;
  for (let i = 0; i < intervals.energy.length; i++) {
    const made = intervals.energy[i] ?? NaN;
    const light = reference(i);
    if (!Number.isFinite(made) || !Number.isFinite(light)) continue;
    energy += made;
    possible += light;
  }
  return possible > 0 ? energy / possible : null;
}

/**
 * Performance ratio (IEC 61724-1): sum E / (P0 x sum H / G0), a ratio of sums, not capped at 1.
 * An interval that lacks either value is left out of both sums. Null without irradiation: never 0.
 */
export function performanceRatio(intervals: PerformanceIntervals, rating: PerformanceRating): number | null {
  return ratioOfSums(intervals, (i) => (intervals.insolation[i] ?? NaN) * rating.nameplate);
}

/**
 * The same, corrected to 25 degC: sum E / sum P0 (H / G0) (1 + gamma (Tm - 25)). Intervals without module
 * temperature are left out too.
 */
export function performanceRatioStc(
  intervals: PerformanceIntervals,
  rating: PerformanceRating,
): number | null {
  const { nameplate, temperatureCoefficient = -0.004 } = rating;
  return ratioOfSums(intervals, (i) => {
    const warmer = (intervals.moduleTemperature?.[i] ?? NaN) - 25;
    return (intervals.insolation[i] ?? NaN) * nameplate * (1 + temperatureCoefficient * warmer);
  });
}
