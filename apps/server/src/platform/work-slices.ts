import { createSiteLane } from './site-lane.ts';

/** So long it may go on before everything else has a turn. */
const SLICE_MS = 5;

/** Lets requests begin in slices of time, between which the process does everything else, and their senders take turns. */
export interface WorkSlices {
  /**
   * To be awaited before work that takes a while. Undefined: nobody waits, and there is time left. `site`: what the sender is one of many of, as networks
   * that somebody makes at will.
   */
  turn(sender: () => string, site?: () => string): Promise<void> | undefined;
  /**
   * To be called for each new connection, of whichever door. One of each is accepted in a round of the event loop, so rounds are kept short while more may wait, or
   * somebody's connection would wait for slices of work for each of those before it.
   */
  newcomer(): void;
}

/**
 * Hundreds of requests come in at the same moment, and hundreds of pushes are answered at the same moment, when the block of their samples
 * is durable. Done at once they would take seconds, and a page that asks the database ten times would wait for ten of these.
 */
export function createWorkSlices(now: () => number = () => performance.now()): WorkSlices {
  const waiting = createSiteLane();
  /** When the slice began; undefined: this round of the event loop has none yet. */
  let since: number | undefined;
  /** Somebody's work has just begun; it shows its time when it is done, or waits for something. */
  let busy = false;
  /** Of the slice that runs. */
  let mostMs = SLICE_MS;
  let newcomers = false;

  /** Answers whether the slice has time left, and begins one where there is none. */
  function hasTime(): boolean {
    if (since !== undefined) return now() - since < mostMs;
    since = now();
    setImmediate(nextSlice);
    return true;
  }

  function nextSlice(): void {
    since = undefined;
    // The first piece of work begins in any case.
    mostMs = newcomers ? 0 : SLICE_MS;
    newcomers = false;
    if (!busy) goOn();
  }

  function begin(): void {
    busy = true;
    // Ticks come behind all that the work does without waiting.
    queueMicrotask(() => process.nextTick(goOn));
  }

  function goOn(): void {
    busy = false;
    if (waiting.all() === 0 || !hasTime()) return;
    begin();
    waiting.shift()?.();
  }

  return {
    turn(senderOf, siteOf = senderOf) {
      if (!busy && waiting.all() === 0 && hasTime()) return void begin();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ sender: senderOf(), site: siteOf() }, resolve);
      return promise;
    },
    newcomer: () => void (newcomers = true),
  };
}
