/** Place of the sample nearest to a moment; -1 where there is none. Times ascend. */
export function nearest(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (after === undefined) return low - 1;
  return before !== undefined && time - before < after - time ? low - 1 : low;
}

/** Place of the sample that stands for a moment; -1 where the nearest is farther away than samples are from one another. */
export function sampleAt(times: readonly number[], time: number, reach: number): number {
  const place = nearest(times, time);
  const at = times[place];
  if (at === undefined) return -1;
  const step = Math.min((times[place + 1] ?? Infinity) - at, at - (times[place - 1] ?? -Infinity));
  return Math.abs(at - time) <= Math.max(step === Infinity ? 0 : step, reach) ? place : -1;
}
