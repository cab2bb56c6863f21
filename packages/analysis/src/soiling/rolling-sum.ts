/**
 * Sums over the time up to and with each row: of `windowMs` before it, open at its beginning. NaN where anything in it
 * is unknown.
 */
export function rollingSum(times: Float64Array, values: Float64Array, windowMs: number): Float64Array {
  let first = 0;
  return times.map((time, row) => {
    while (times[first]! <= time - windowMs) first += 1;
    let sum = 0;
    for (let at = first; at <= row; at += 1) sum += values[at]!;
    return sum;
  });
}
