import { LIMITS } from './limits.ts';

/** Whether a number can be a measured value. Those beyond could not be added up: the sum of two would be no number any more. */
export function isMeasurable(value: number): boolean {
  return Math.abs(value) <= LIMITS.largestValue;
}
