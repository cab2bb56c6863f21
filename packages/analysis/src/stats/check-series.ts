/** Throws where a series has not as many values as there are times, or there is no step. */
export function checkSeries(times: Float64Array, series: Readonly<Record<string, ArrayLike<number>>>): void {
  for (const [name, values] of Object.entries(series))
    if (values.length !== times.length)
      throw new RangeError(`${name} has ${values.length} values, times has ${times.length}`);
  if (times.length === 1) throw new RangeError('times: two rows at least');
}
