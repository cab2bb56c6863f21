import { AppError } from './errors.ts';

/** Lets a few do expensive work at the same time; the others wait, and senders take turns. */
export interface Turns {
  /** Does the work when it is the sender's turn. Throws AppError `tooManyRequests` when the sender has too much waiting already. */
  take<T>(sender: string, work: () => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** How many of those may be of one sender. */
  ofOne?: number;
  /** How many of one sender may wait. */
  waitingEach?: number;
}

export function createTurns({
  atOnce,
  ofOne = atOnce,
  waitingEach = Number.POSITIVE_INFINITY,
}: TurnsOptions): Turns {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let count = 0;

  function change(sender: string, step: 1 | -1): void {
    count += step;
    const left = (running.get(sender) ?? 0) + step;
    if (left > 0) running.set(sender, left);
    else running.delete(sender);
  }

  const hasRoom = (sender: string) => count < atOnce && (running.get(sender) ?? 0) < ofOne;

  /** Begins what waited longest of the sender that was served longest ago, among those that have room. */
  function beginNext(): void {
    for (const [sender, queue] of waiting) {
      if (!hasRoom(sender)) continue;
      const begin = queue.shift();
      waiting.delete(sender);
      if (queue.length > 0) waiting.set(sender, queue);
      // Counted here, so that nobody takes the place before the work begins.
      change(sender, 1);
      begin?.();
      return;
    }
  }

  async function wait(sender: string): Promise<void> {
    const queue = waiting.get(sender) ?? [];
    if (queue.length >= waitingEach) throw new AppError('tooManyRequests');
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    waiting.set(sender, queue);
    await promise;
  }

  return {
    async take(sender, work) {
      if (hasRoom(sender)) change(sender, 1);
      else await wait(sender);
      try {
        return await work();
      } finally {
        change(sender, -1);
        beginNext();
      }
    },
  };
}
