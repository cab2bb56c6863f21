/** Points of a curve, V and A. */
export interface IvCurve {
  v: Float64Array;
  i: Float64Array;
}

/**
 * A curve as those who fit it want it: voltages rising, each once with its mean current, without unknown points and those below 0. Voltages are
 * rounded to `decimals` before, where told.
 */
export function rectifyIvCurve(
  voltage: ArrayLike<number>,
  current: ArrayLike<number>,
  decimals?: number,
): IvCurve {
  if (voltage.length !== current.length)
    throw new RangeError(`current has ${current.length} values, voltage has ${voltage.length}`);
  const scale = decimals === undefined ? 0 : 10 ** decimals;
  const rounded = (v: number) => (scale === 0 ? v : Math.round(v * scale) / scale);
  const points = Array.from(voltage, (v, at) => ({ v, i: current[at]! }))
    .filter(({ v, i }) => v >= 0 && i >= 0)
    .map(({ v, i }) => ({ v: rounded(v), i }))
    .sort((one, other) => one.v - other.v);
  const groups = new Map<number, number[]>();
  for (const { v, i } of points) groups.set(v, [...(groups.get(v) ?? []), i]);
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    v: Float64Array.from(groups.keys()),
    i: Float64Array.from(groups.values(), mean),
  };
}
