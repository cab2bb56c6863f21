/** Cuts the noise of binary fractions: what a display of so many digits shows. */
export function digits(value: number, count: number): number {
  const factor = 10 ** count;
  return Math.round(value * factor) / factor;
}
