/** When an alarm stood, epoch milliseconds; one that stands still ends now. */
export interface AlarmSpan {
  began: number;
  ended: number;
}

/** What an alarm cost: Wh that were missing while it stood, and the part of them that is its own where others stood at the same time. */
export interface AlarmLoss {
  lost: number;
  share: number;
  /** Steps of which something is known. */
  known: number;
}

interface Missing {
  /** Begin of the first step, epoch milliseconds, and length of each. */
  from: number;
  stepMs: number;
  /** Expected less measured energy of each step, Wh; NaN where one of both is not known. */
  missing: Float64Array;
}

/**
 * Lays missing energy on alarms of one subject: an alarm has of each step the part in which it stood. What it shares with others is
 * divided between them, so that the shares of all alarms add up to what was missing. A step that gave more than was expected takes nothing back.
 */
export function alarmLosses(alarms: readonly AlarmSpan[], { from, stepMs, missing }: Missing): AlarmLoss[] {
  const losses = alarms.map((): AlarmLoss => ({ lost: 0, share: 0, known: 0 }));
  const end = from + missing.length * stepMs;
  const parts = alarms.map(({ began, ended }) => ({
    first: Math.max(0, Math.floor((began - from) / stepMs)),
    last: Math.min(missing.length, Math.ceil((Math.min(ended, end) - from) / stepMs)),
    of: (step: number) => {
      const start = from + step * stepMs;
      return Math.max(0, Math.min(ended, start + stepMs) - Math.max(began, start)) / stepMs;
    },
  }));
  const stood = new Float64Array(missing.length);
  for (const { first, last, of } of parts)
    for (let step = first; step < last; step += 1) stood[step]! += of(step);
  for (const [at, { first, last, of }] of parts.entries()) {
    const loss = losses[at]!;
    for (let step = first; step < last; step += 1) {
      const energy = missing[step]!;
      if (Number.isNaN(energy)) continue;
      loss.known += 1;
      const own = Math.max(0, energy) * of(step);
      loss.lost += own;
      loss.share += own / Math.max(1, stood[step]!);
    }
  }
  return losses;
}
