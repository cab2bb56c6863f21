/** What a window may differ from that of a clear sky. W/m2 and minutes unless it says otherwise. */
export interface ClearLimits {
  /** Length of a window, minutes. */
  windowLength: number;
  meanDiff: number;
  maxDiff: number;
  /** Bounds of the length of the line, measured less clear. */
  lowerLineLength: number;
  upperLineLength: number;
  /** Of the standard deviation of slopes by the mean, 1/min. */
  varDiff: number;
  /** Of the largest step. */
  slopeDev: number;
}

/** Of Reno and Hansen 2016 for minutes. */
export const CLEAR_LIMITS: ClearLimits = {
  windowLength: 10,
  meanDiff: 75,
  maxDiff: 75,
  lowerLineLength: -5,
  upperLineLength: 10,
  varDiff: 0.005,
  slopeDev: 8,
};

const STEPS = [1, 5, 15, 30] as const;
type OfSteps = readonly [number, number, number, number];
const WINDOW: OfSteps = [50, 60, 90, 120];
const MAX: OfSteps = [60, 65, 75, 90];
const SPREAD: OfSteps = [0.005, 0.01, 0.032, 0.07];
const STEP: OfSteps = [50, 60, 75, 96];

function between(step: number, values: OfSteps): number {
  let at = 1;
  while (at < 3 && step > STEPS[at]!) at += 1;
  const share = (step - STEPS[at - 1]!) / (STEPS[at]! - STEPS[at - 1]!);
  return values[at - 1]! + share * (values[at]! - values[at - 1]!);
}

/** The limits for steps of 1 to 30 minutes. Jordan and Hansen 2023, Renewable Energy 209, 393-400. Throws for other steps. */
export function inferLimits(stepMinutes: number): ClearLimits {
  if (!(stepMinutes >= 1 && stepMinutes <= 30))
    throw new RangeError(`times: steps of 1 to 30 minutes, not ${stepMinutes}`);
  return {
    windowLength: between(stepMinutes, WINDOW),
    meanDiff: 75,
    maxDiff: between(stepMinutes, MAX),
    lowerLineLength: -45,
    upperLineLength: 80,
    varDiff: between(stepMinutes, SPREAD),
    slopeDev: between(stepMinutes, STEP),
  };
}
