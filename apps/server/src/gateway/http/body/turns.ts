import { AppError } from '../../../platform/errors.ts';

/** Lets a few do expensive work at the same time; the others wait, and senders take turns. */
export interface Turns {
  /** Does the work when it is the sender's turn. Throws AppError `tooManyRequests` when the sender has too much waiting already. */
  take<T>(sender: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns({ atOnce, waitingEach }: { atOnce: number; waitingEach: number }): Turns {
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  /** The one that waited longest of the sender that was served longest ago. */
  function next(): (() => void) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [sender, queue] = first;
    const begin = queue.shift();
    waiting.delete(sender);
    if (queue.length > 0) waiting.set(sender, queue);
    return begin;
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
      if (running < atOnce) running += 1;
      else await wait(sender);
      try {
        return await work();
      } finally {
        const begin = next();
        // The place is handed on, so that nobody takes it in between.
        if (begin) begin();
        else running -= 1;
      }
    },
  };
}
