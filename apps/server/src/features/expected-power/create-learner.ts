import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DaysToLearn, Taught } from './learn-from-days.ts';

/** Learns from the days of one station after the other. */
export interface Learner {
  /** Throws what ended the thread. */
  learn(of: DaysToLearn): Promise<Taught>;
  stop(): Promise<void>;
}

const THREAD = new URL('./learning-thread.ts', import.meta.url);

/** A thread of its own, which begins with the first station: a station takes up to seconds, in which nobody else would have a turn. */
export function createLearner(): Learner {
  let thread: Worker | undefined;
  return {
    async learn(of) {
      thread ??= new Worker(THREAD);
      const answer = once(thread, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      thread.postMessage(of);
      const [taught] = (await answer) as [Taught];
      return taught;
    },
    async stop() {
      await thread?.terminate();
    },
  };
}
