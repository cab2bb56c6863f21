import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DaysToLearn, Taught } from './learn-from-days.ts';

/** Learns from the days of one station after the other. */
export interface Learner {
  /** Throws what ended the thread, or that it took too long; another thread learns of the next station then. */
  learn(of: DaysToLearn): Promise<Taught>;
  stop(): Promise<void>;
}

const THREAD = new URL('./learning-thread.ts', import.meta.url);

/** Days of hundreds of arrays take seconds; figures that somebody made up may take for ever. */
const LONGEST_MS = 120_000;

/** A thread of its own, which begins with the first station: a station takes up to seconds, in which nobody else would have a turn. */
export function createLearner(longestMs = LONGEST_MS): Learner {
  let thread: Worker | undefined;
  return {
    async learn(of) {
      thread ??= new Worker(THREAD);
      const answer = once(thread, 'message', { signal: AbortSignal.timeout(longestMs) });
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        thread.postMessage(of);
        const [taught] = (await answer) as [Taught];
        return taught;
      } catch (error) {
        const ended = thread;
        thread = undefined;
        await ended.terminate();
        throw error;
      }
    },
    async stop() {
      await thread?.terminate();
    },
  };
}
