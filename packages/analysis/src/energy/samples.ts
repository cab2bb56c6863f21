/** One series of samples in time order: times in epoch milliseconds, strictly ascending, values finite. */
export interface Samples {
  times: Float64Array;
  values: Float64Array;
}

function isClean(times: ArrayLike<number>, values: ArrayLike<number>): boolean {
  let last = -Infinity;
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? NaN;
    if (!(time > last) || !Number.isFinite(values[i])) return false;
    last = time;
  }
  return true;
}

/**
 * Sorts by time, drops values that are not finite, and keeps the greatest of several values at one time,
 * so that neither the order of arrival nor a repeated sample changes what is computed.
 * Throws RangeError when the two lengths differ.
 */
export function sortSamples(times: ArrayLike<number>, values: ArrayLike<number>): Samples {
  if (times.length !== values.length) throw new RangeError('times and values differ in length');
  if (isClean(times, values)) return { times: Float64Array.from(times), values: Float64Array.from(values) };
  const rows: { time: number; value: number }[] = [];
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? NaN;
    const value = values[i] ?? NaN;
    if (Number.isFinite(time) && Number.isFinite(value)) rows.push({ time, value });
  }
  rows.sort((a, b) => a.time - b.time || b.value - a.value);
  const kept = rows.filter((row, i) => row.time !== rows[i - 1]?.time);
  return {
    times: Float64Array.from(kept, (row) => row.time),
    values: Float64Array.from(kept, (row) => row.value),
  };
}
