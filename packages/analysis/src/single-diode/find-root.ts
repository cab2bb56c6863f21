/** Value and slope of a function. */
export type Sloped = (x: number) => { value: number; slope: number };

const ITERATIONS = 200;
const PRECISION = 1e-15;

/**
 * The x between `low` and `high` where the function is 0: Newton's step where it stays between the bounds and closes in
 * fast, else their middle. NaN where the function has one sign at both.
 */
export function findRoot(at: Sloped, low: number, high: number, start = (low + high) / 2): number {
  const first = at(low).value;
  const last = at(high).value;
  if (first === 0) return low;
  if (last === 0) return high;
  if (!(first * last < 0)) return NaN;
  let [below, above] = first < 0 ? [low, high] : [high, low];
  let x = start;
  let step = Math.abs(high - low);
  let stepBefore = step;
  for (let again = 0; again < ITERATIONS; again += 1) {
    const { value, slope } = at(x);
    if (value === 0) return x;
    if (value < 0) below = x;
    else above = x;
    const newton = x - value / slope;
    const isInside = (newton - below) * (newton - above) < 0;
    const isFast = Math.abs(2 * value) < Math.abs(stepBefore * slope);
    const next = isInside && isFast ? newton : (below + above) / 2;
    stepBefore = step;
    step = Math.abs(next - x);
    if (step <= PRECISION * Math.abs(next) || next === below || next === above) return next;
    x = next;
  }
  return x;
}
