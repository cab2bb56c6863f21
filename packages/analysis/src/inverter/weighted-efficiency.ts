/** Load as a share of the rating, and how much it counts. */
type Weights = readonly (readonly [load: number, weight: number])[];

const CEC: Weights = [
  [0.1, 0.04],
  [0.2, 0.05],
  [0.3, 0.12],
  [0.5, 0.21],
  [0.75, 0.53],
  [1, 0.05],
];

const EUROPEAN: Weights = [
  [0.05, 0.03],
  [0.1, 0.06],
  [0.2, 0.13],
  [0.3, 0.1],
  [0.5, 0.48],
  [1, 0.2],
];

const weigh = (weights: Weights, efficiencyAt: (load: number) => number) =>
  weights.reduce((sum, [load, weight]) => sum + weight * efficiencyAt(load), 0);

/**
 * Efficiency weighted as the California Energy Commission does (Bower et al. 2004, test protocol for inverters):
 * `efficiencyAt` says it at 10, 20, 30, 50, 75 and 100 % of the rating.
 */
export const cecEfficiency = (efficiencyAt: (load: number) => number): number => weigh(CEC, efficiencyAt);

/** Efficiency weighted for the light of Europe (EN 50530): `efficiencyAt` says it at 5, 10, 20, 30, 50 and 100 %. */
export const europeanEfficiency = (efficiencyAt: (load: number) => number): number =>
  weigh(EUROPEAN, efficiencyAt);
