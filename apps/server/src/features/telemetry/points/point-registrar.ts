import { createGatheredTurns, type GatheredTurns } from '../../../platform/gathered-turns.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { WantedPoint } from './custom-points.queries.ts';
import { registerCustomPoints } from './register-custom-points.ts';

/** Transactions of registrations at the same time. The pool has ten connections, and the others are for people. */
const AT_ONCE = 2;
/** New points of one transaction. */
const MOST_OF_ONE = 1000;
/** New points of one sender that wait: a large fleet whose devices report for the first time. */
const MOST_WAITING = 50_000;

/** Registers the custom points that a sender brings at the same time in one transaction. Answers the ids of the points. */
export function createPointRegistrar({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): GatheredTurns<WantedPoint, number> {
  return createGatheredTurns({
    turns: createTurns({ atOnce: AT_ONCE, ofOne: 1 }),
    mostOfOne: MOST_OF_ONE,
    mostWaiting: MOST_WAITING,
    serve: (wanted) => registerCustomPoints(db, wanted, clock.now()),
  });
}
