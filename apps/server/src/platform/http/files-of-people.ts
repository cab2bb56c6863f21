import { createTurns, type Turns } from '../turns.ts';

/** Files on their way to one person at a time, each with an open file and half a megabyte of memory, and so many more that wait. */
const OF_ONE = 8;
const WAITING = 64;

export const createFilesOfPeople = (): Turns =>
  createTurns({ atOnce: Number.POSITIVE_INFINITY, ofOne: OF_ONE, waitingEach: WAITING });
