import type { PaceOptions } from './frame-pace.ts';

/** What an installation may tune. Times in milliseconds. */
export interface V5Options extends PaceOptions {
  /** Longest time between two reads of a device's fast points. */
  pollMs: number;
  /** Time between two reads of what changes slowly. */
  slowPollMs: number;
  /** Time between two tries to find out what hangs on a logger. */
  detectMs: number;
  /** How long an answer to a command may take. */
  answerMs: number;
  /** A connection that said nothing valid for this long is closed. */
  idleMs: number;
  /** The same, before its first valid frame. */
  helloMs: number;
  /** How long the answer to a piece of an image may take, its turn included, and the pause before a device that has nothing to get is looked at again. */
  transferAnswerMs: number;
  transferPauseMs: number;
  /** Frames of one connection being stored at the same time; more wait in the socket. */
  window: number;
}

/** All but the poll, which is a setting. */
export const DEFAULT_V5_OPTIONS: Omit<V5Options, 'pollMs'> = {
  slowPollMs: 300_000,
  detectMs: 600_000,
  answerMs: 5000,
  idleMs: 400_000,
  helloMs: 60_000,
  transferAnswerMs: 20_000,
  transferPauseMs: 5000,
  window: 32,
  frameBurst: 40,
  frameMs: 200,
};
