import { parentPort } from 'node:worker_threads';
import { learnFromDays, type DaysToLearn } from './learn-from-days.ts';

// The thread of `createLearner`: an answer to each message.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.on('message', (of: DaysToLearn) => parentPort?.postMessage(learnFromDays(of)));
