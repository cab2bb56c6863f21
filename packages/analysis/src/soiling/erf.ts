const SERIES_LIMIT = 2.5;

/** exp(-x^2) 2 x / sqrt(pi) times a series without changing signs; for x up to about 3. */
function bySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && n < 200; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return ((2 / Math.sqrt(Math.PI)) * sum) / Math.exp(x * x);
}

/** The rest to 1 by a continued fraction; for x from about 2 on. */
function restByFraction(x: number): number {
  let fraction = 0;
  for (let n = 60; n >= 1; n -= 1) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}

/** The error function, to 1e-15. Abramowitz and Stegun, 7.1.6 and 7.1.14. */
export function erf(x: number): number {
  if (x === 0) return 0;
  if (x < 0) return -erf(-x);
  return x < SERIES_LIMIT ? bySeries(x) : 1 - restByFraction(x);
}
