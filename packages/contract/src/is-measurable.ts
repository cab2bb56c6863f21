import { LIMITS } from './limits.ts';

/**
 * Whether a number can be a measured value. Larger ones could not be added up: the sum of two would be no number any more. Those next to 0 could not be
 * divided: the database answers no quotient that is too small for a number, and whoever reads a list with it would read nothing.
 */
export function isMeasurable(value: number): boolean {
  const amount = Math.abs(value);
  return amount <= LIMITS.largestValue && (amount >= LIMITS.leastValue || amount === 0);
}
