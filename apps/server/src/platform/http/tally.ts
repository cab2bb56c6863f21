import type { Clock } from '../clock.ts';

const MINUTE_MS = 60_000;

/** Counts what happens within a minute from its first time on, for each key by itself. In memory: every server counts its own. */
export interface Tally {
  /** Counts one more; answers how many there were in this minute with it. */
  count(key: string): number;
  /** How many there were in this minute. */
  of(key: string): number;
}

export function createTally(clock: Clock): Tally {
  const minutes = new Map<string, { since: number; count: number }>();
  let swept = clock.now();
  const isOver = (since: number, now: number) => now - since >= MINUTE_MS;
  const sweep = (now: number) => {
    if (!isOver(swept, now)) return;
    for (const [key, { since }] of minutes) if (isOver(since, now)) minutes.delete(key);
    swept = now;
  };
  return {
    count(key) {
      const now = clock.now();
      sweep(now);
      const known = minutes.get(key);
      const minute = known && !isOver(known.since, now) ? known : { since: now, count: 0 };
      minute.count += 1;
      minutes.set(key, minute);
      return minute.count;
    },
    of(key) {
      const known = minutes.get(key);
      return known && !isOver(known.since, clock.now()) ? known.count : 0;
    },
  };
}
