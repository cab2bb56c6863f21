import { createLane } from '../../platform/turns.ts';

/** Pushes may work so long before everybody else has a turn. */
const SLICE_MS = 5;

/** Lets pushes work in slices of time, between which the process does everything else, and their senders take turns. */
export interface WorkSlices {
  /** To be awaited before work that takes a while. Undefined: nobody waits, and there is time left. */
  turn(sender: string): Promise<void> | undefined;
}

/**
 * Hundreds of pushes come in at the same moment, and are answered at the same moment, when the block of their samples is durable. Done at
 * once they would take a second, and a page that asks the database ten times would wait for ten of these.
 */
export function createWorkSlices(now: () => number = () => performance.now()): WorkSlices {
  const waiting = createLane();
  /** When the slice began; undefined: this round of the event loop has none yet. */
  let since: number | undefined;
  /** Somebody's work has just begun; it shows its time when it is done, or waits for something. */
  let busy = false;

  /** Answers whether the slice has time left. */
  function hasTime(): boolean {
    if (since === undefined) {
      since = now();
      setImmediate(nextSlice);
    }
    return now() - since < SLICE_MS;
  }

  function nextSlice(): void {
    since = undefined;
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
    waiting.shift(() => true)?.begin();
  }

  return {
    turn(sender) {
      if (!busy && waiting.all() === 0 && hasTime()) return void begin();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(sender, resolve);
      return promise;
    },
  };
}
