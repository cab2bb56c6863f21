import { CLEAR_LIMITS, inferLimits, type ClearLimits } from './clear-limits.ts';
import { largestStepApart, windowShapes, type Windows } from './clear-windows.ts';

export interface DetectClearskyInput extends Partial<ClearLimits> {
  /** Measured global light, W/m2; NaN where nothing was. */
  measured: Float64Array;
  /** The same of a clear sky. */
  clearsky: Float64Array;
  /** Epoch ms, the same step apart throughout. */
  times: Float64Array;
  /** Whether the limits follow from the step of the times; else those told, and of Reno and Hansen for the others. */
  inferLimits?: boolean;
  /** 20 unless told. */
  maxIterations?: number;
}

export interface DetectedClearsky {
  /** 1 for a sample of a clear sky; 0 for another one, and for one that is not known. */
  clearSamples: Uint8Array;
  /** Factor of the clear sky that fits the clear samples best. */
  alpha: number;
  /** Whether the factor came to rest. */
  hasConverged: boolean;
}

const MINUTE_MS = 60_000;

function stepOf(times: Float64Array): number {
  const step = times[1]! - times[0]!;
  for (let at = 1; at < times.length; at += 1)
    if (times[at]! - times[at - 1]! !== step || !(step > 0))
      throw new RangeError('times: the same step throughout, rising');
  return step / MINUTE_MS;
}

/** The limits and windows of a call. Throws where a window has fewer than three samples, or the series fewer than a window. */
function readCall(input: DetectClearskyInput): { limits: ClearLimits; windows: Windows } {
  const { measured, clearsky, times } = input;
  if (measured.length !== times.length || clearsky.length !== times.length)
    throw new RangeError('measured, clearsky, times: as many values each');
  const stepMinutes = times.length > 1 ? stepOf(times) : NaN;
  const limits = input.inferLimits ? inferLimits(stepMinutes) : { ...CLEAR_LIMITS, ...told(input) };
  const samples = Math.trunc(limits.windowLength / stepMinutes);
  if (!(samples >= 3)) throw new RangeError(`windowLength: three samples at least, not ${samples}`);
  if (times.length < samples) throw new RangeError(`times: ${samples} at least`);
  return { limits, windows: { samples, stepMinutes } };
}

const told = (input: DetectClearskyInput) =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in CLEAR_LIMITS && value !== undefined),
  );

/** The factor by which the clear sky fits the measured light of clear samples best; what it was where there are none. */
function fitted(clear: Uint8Array, { measured, clearsky }: DetectClearskyInput, before: number): number {
  let products = 0;
  let squares = 0;
  for (let at = 0; at < clear.length; at += 1) {
    if (clear[at] === 0) continue;
    products += measured[at]! * clearsky[at]!;
    squares += clearsky[at]! ** 2;
  }
  return squares > 0 ? products / squares : before;
}

/**
 * Which samples of measured light are of a clear sky: those in a window that looks like it in mean, maximum, length of its
 * line, spread of its slopes and largest step. The clear sky is scaled to the samples found until its factor rests.
 * Reno and Hansen 2016, Renewable Energy 90, 520-531.
 */
export function detectClearsky(input: DetectClearskyInput): DetectedClearsky {
  const { measured, clearsky, maxIterations = 20 } = input;
  const { limits, windows } = readCall(input);
  const seen = windowShapes(measured, windows);
  const clear = windowShapes(clearsky, windows);
  let clearSamples = new Uint8Array(measured.length);
  let alpha = 1;
  for (let round = 0; round < maxIterations; round += 1) {
    const scaled = clearsky.map((value) => alpha * value);
    const { lineLength } = windowShapes(scaled, windows);
    const steps = largestStepApart(measured, scaled, windows.samples);
    clearSamples = new Uint8Array(measured.length);
    for (let first = 0; first < steps.length; first += 1) {
      const line = seen.lineLength[first]! - lineLength[first]!;
      const isClear =
        Math.abs(seen.mean[first]! - alpha * clear.mean[first]!) < limits.meanDiff &&
        Math.abs(seen.max[first]! - alpha * clear.max[first]!) < limits.maxDiff &&
        line > limits.lowerLineLength &&
        line < limits.upperLineLength &&
        seen.slopeSpread[first]! < limits.varDiff &&
        steps[first]! < limits.slopeDev &&
        Math.abs(clear.mean[first]!) > 0;
      if (isClear) clearSamples.fill(1, first, first + windows.samples);
    }
    const before = alpha;
    alpha = fitted(clearSamples, input, before);
    if (Math.round(alpha * 10_000) === Math.round(before * 10_000))
      return { clearSamples, alpha, hasConverged: true };
  }
  return { clearSamples, alpha, hasConverged: false };
}
