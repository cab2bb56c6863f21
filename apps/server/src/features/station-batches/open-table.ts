import { Worker } from 'node:worker_threads';
import type { ErrorKey } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Table } from './read-table.ts';

export type TableAnswer =
  | { table: Table }
  | { refused: ErrorKey; values: Readonly<Record<string, string | number>> }
  | { failed: string };

/** Reading five thousand stations takes about a second. */
const MOST_MS = 30_000;
const MEMORY_MB = 512;

/**
 * Reads an uploaded table in a thread of its own, so that nobody else waits and a table made to take for ever takes nothing along.
 * Throws AppError `stationTableUnreadable`, `stationTableTooWide`, `payloadTooLarge`.
 */
export async function openTable(bytes: Uint8Array, mostMs = MOST_MS): Promise<Table> {
  const worker = new Worker(new URL('./table-thread.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<TableAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      // Out of memory, or ended by itself.
      worker.once('error', () => reject(new AppError('stationTableUnreadable')));
      worker.once('exit', () => reject(new AppError('stationTableUnreadable')));
      timer = setTimeout(() => reject(new AppError('stationTableUnreadable')), mostMs);
    });
    if ('refused' in answer) throw new AppError(answer.refused, answer.values);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.table;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
