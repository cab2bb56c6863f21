/** After so long without a message of the past a device sends no more of it, milliseconds. */
export const PAST_QUIET_MS = 2 * 60_000;
/** So long a device is believed to catch up whatever it sends, milliseconds. */
const BELIEVED_MS = 15 * 60_000;

/** A device that sends what it measured while it was away. */
export interface BackFill {
  /** When it began to, epoch milliseconds. */
  since: number;
  /** How far behind its newest message was then, milliseconds. */
  lag: number;
  /** When it sent some of it last. */
  at: number;
  /** It sends its past until then, if nothing more is heard of it; 0: it does not. */
  until: number;
}

/**
 * Takes a message that is newer than all before and still of the past. After `silence` milliseconds without one it begins anew. A device catches up
 * where its messages come nearer to now at least twice as fast as the time goes; one whose clock is slow stays as far behind as it is, and is silent
 * all the same.
 */
export function takePast(
  before: BackFill | undefined,
  { lag, now, silence }: { lag: number; now: number; silence: number },
): BackFill {
  const goesOn = before !== undefined && now - before.at <= silence;
  const [since, first] = goesOn ? [before.since, before.lag] : [now, lag];
  const elapsed = now - since;
  const catchesUp = elapsed <= BELIEVED_MS || lag <= first - elapsed;
  return { since, lag: first, at: now, until: catchesUp ? now + PAST_QUIET_MS : 0 };
}
