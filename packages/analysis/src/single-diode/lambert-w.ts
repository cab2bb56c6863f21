const ITERATIONS = 20;
const PRECISION = 1e-16;
/** exp of less is 0. */
const LEAST_EXPONENT = -745;

/**
 * W of Lambert of exp(`logarithm`): the w with w + ln w = `logarithm`, so that arguments beyond all numbers have one as well.
 * Newton's method; Corless et al. 1996, Advances in Computational Mathematics 5, 329-359.
 */
export function lambertWOfExp(logarithm: number): number {
  if (Number.isNaN(logarithm)) return NaN;
  if (logarithm < LEAST_EXPONENT) return 0;
  if (logarithm === Infinity) return Infinity;
  let w = logarithm > 1 ? logarithm - Math.log(logarithm) : Math.log1p(Math.exp(logarithm)) * 0.75;
  if (logarithm < -1) w = Math.exp(logarithm);
  for (let again = 0; again < ITERATIONS; again += 1) {
    const next = (w * (1 + logarithm - Math.log(w))) / (1 + w);
    if (Math.abs(next - w) <= PRECISION * next) return next;
    w = next;
  }
  return w;
}

/** W of Lambert, its main branch; NaN below 0, which the equations of a diode never ask for. */
export const lambertW = (value: number): number => (value === 0 ? 0 : lambertWOfExp(Math.log(value)));
