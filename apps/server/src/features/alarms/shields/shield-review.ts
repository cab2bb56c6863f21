import { LIMITS } from '@sunfleet/contract';

/** When somebody has to say that a shield is still wanted. */
export function reviewOf(until: number | null, now: number): Date | null {
  const due = now + LIMITS.shieldReviewMs;
  return until === null || until > due ? new Date(due) : null;
}
