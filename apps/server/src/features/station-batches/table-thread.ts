import { parentPort, workerData } from 'node:worker_threads';
import { AppError, messageOf } from '../../platform/errors.ts';
import type { TableAnswer } from './open-table.ts';
import { readTable } from './read-table.ts';

/** Reads one uploaded table and says what is in it; the server ends the thread where that takes too long. */
async function answer(): Promise<TableAnswer> {
  try {
    return { table: await readTable(workerData as Uint8Array) };
  } catch (error) {
    return error instanceof AppError
      ? { refused: error.key, values: error.values }
      : { failed: messageOf(error) };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort!.postMessage(await answer());
