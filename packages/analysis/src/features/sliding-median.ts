/** Place of the first value that is not less. */
function placeOf(sorted: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Median of what is known within `windowMs` before each row and with it, open at its beginning; NaN where nothing is. */
export function slidingMedian(times: Float64Array, values: Float64Array, windowMs: number): Float64Array {
  const sorted = new Float64Array(values.length);
  let count = 0;
  let first = 0;
  return times.map((time, row) => {
    for (; times[first]! <= time - windowMs; first += 1) {
      if (Number.isNaN(values[first]!)) continue;
      const at = placeOf(sorted, count, values[first]!);
      sorted.copyWithin(at, at + 1, count);
      count -= 1;
    }
    if (!Number.isNaN(values[row]!)) {
      const at = placeOf(sorted, count, values[row]!);
      sorted.copyWithin(at + 1, at, count);
      sorted[at] = values[row]!;
      count += 1;
    }
    if (count === 0) return NaN;
    return (sorted[(count - 1) >>> 1]! + sorted[count >>> 1]!) / 2;
  });
}
