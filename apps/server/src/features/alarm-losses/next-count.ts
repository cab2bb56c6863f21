import type { CountedLoss, DueAlarm } from './due-alarms.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Late data and corrected expectations have mostly come by then. */
const SETTLED_MS = DAY_MS;
/** Until then sums and what a station should have given are known, or known to be owed, of a past that has just come. */
const HEARD_OF_MS = 60 * MINUTE_MS;

type Counted = Pick<DueAlarm, 'beganAt' | 'recoveredAt' | 'isNew' | 'isOwed'> & {
  /** Whether anything was known of its time. */
  isKnown: boolean;
};

/**
 * When the loss of an alarm is counted next: one that stands the rarer the longer it stands, each time over all of its time; one that
 * recovered once more when its day is settled, and then never again; where it is owed, first of all after what its station should have given is computed.
 */
export function nextCount(
  { beganAt, recoveredAt, isNew, isOwed, isKnown }: Counted,
  now: number,
): CountedLoss['dueAt'] {
  const isStanding = recoveredAt === null;
  // Of what has just come it may not be known yet that it is owed. Of what stands some of its time is enough.
  if (isStanding ? !isKnown && (isNew || isOwed) : isOwed) return 'whenComputed';
  if (isStanding) return now + Math.max(10 * MINUTE_MS, (now - beganAt) / 50);
  const settled = recoveredAt + SETTLED_MS;
  if (now < settled) return Math.min(settled, now + Math.max(10 * MINUTE_MS, now - recoveredAt));
  return isNew && !isKnown ? now + HEARD_OF_MS : null;
}
