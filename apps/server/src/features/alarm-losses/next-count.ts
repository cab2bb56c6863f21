const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Late data and corrected expectations have mostly come by then. */
const SETTLED_MS = DAY_MS;

/**
 * When the loss of an alarm is counted next: one that stands the rarer the longer it stands, each time over all of its time; one that
 * recovered once more when its day is settled, and then never again.
 */
export function nextCount(
  { beganAt, recoveredAt }: { beganAt: number; recoveredAt: number | null },
  now: number,
): number | null {
  if (recoveredAt === null) return now + Math.max(10 * MINUTE_MS, (now - beganAt) / 50);
  const settled = recoveredAt + SETTLED_MS;
  if (now >= settled) return null;
  return Math.min(settled, now + Math.max(10 * MINUTE_MS, now - recoveredAt));
}
