export interface Uncertainty {
  /** Percent; 68.2 unless told. */
  confidenceLevel?: number;
  /** Same seed, same interval; 1 unless told. */
  seed?: number;
}

/** Change by year in percent; below 0 where power declines. */
export interface Degradation {
  rdPct: number;
  /** Bounds of the confidence interval. */
  rdCi: readonly [number, number];
}

/** Bounds of the middle `confidenceLevel` percent, as shares of 1. */
export function middleShares(confidenceLevel: number): readonly [number, number] {
  if (!(confidenceLevel > 0 && confidenceLevel < 100))
    throw new RangeError(`confidenceLevel: between 0 and 100, not ${confidenceLevel}`);
  return [0.5 - confidenceLevel / 200, 0.5 + confidenceLevel / 200];
}
