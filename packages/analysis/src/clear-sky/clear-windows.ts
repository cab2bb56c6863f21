/** What a window of samples looks like, by its first sample. */
export interface WindowShapes {
  mean: Float64Array;
  max: Float64Array;
  /** Length of the line through its samples, in the units of value and minute. */
  lineLength: Float64Array;
  /** Standard deviation of its slopes by its mean. */
  slopeSpread: Float64Array;
}

/** A way through samples in windows of a number of them, a step of minutes apart. */
export interface Windows {
  samples: number;
  stepMinutes: number;
}

/** The shapes of all windows of a series; NaN for one with an unknown sample. */
export function windowShapes(values: Float64Array, { samples, stepMinutes }: Windows): WindowShapes {
  const count = values.length - samples + 1;
  const [mean, max, lineLength, slopeSpread] = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let first = 0; first < count; first += 1) {
    let sum = 0;
    let highest = -Infinity;
    for (let at = first; at < first + samples; at += 1) {
      sum += values[at]!;
      highest = Math.max(highest, values[at]!);
    }
    let length = 0;
    for (let at = first + 1; at < first + samples; at += 1)
      length += Math.hypot(values[at]! - values[at - 1]!, stepMinutes);
    const meanSlope = (values[first + samples - 1]! - values[first]!) / stepMinutes / (samples - 1);
    let squares = 0;
    for (let at = first + 1; at < first + samples; at += 1)
      squares += ((values[at]! - values[at - 1]!) / stepMinutes - meanSlope) ** 2;
    mean[first] = sum / samples;
    max[first] = highest;
    lineLength[first] = length;
    slopeSpread[first] = Math.sqrt(squares / (samples - 2)) / mean[first]!;
  }
  return { mean, max, lineLength, slopeSpread };
}

/** By how much the steps of two series differ at most within each window. */
export function largestStepApart(one: Float64Array, other: Float64Array, samples: number): Float64Array {
  const largest = new Float64Array(one.length - samples + 1);
  for (let first = 0; first < largest.length; first += 1) {
    let most = 0;
    for (let at = first + 1; at < first + samples; at += 1)
      most = Math.max(most, Math.abs(one[at]! - one[at - 1]! - (other[at]! - other[at - 1]!)));
    largest[first] = most;
  }
  return largest;
}
