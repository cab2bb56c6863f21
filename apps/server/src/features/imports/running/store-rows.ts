import type { SampleBlock } from '../../../platform/ingest.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import type { Row } from '../reading/row-reader.ts';

/** Where a point of a device is stored. */
export interface Target {
  device: number;
  point: number;
}

export interface Storing {
  /** Those that are not stored yet. */
  rows: AsyncIterable<Row>;
  /** Rows ahead of them. */
  before: number;
  targetOf(sn: string, point: string): Target;
  /** Resolves when the samples are durable. `rowsDone`: rows from the beginning to the end of the block. */
  store(block: SampleBlock, rowsDone: number): Promise<void>;
  /** After each durable block: rows done from the beginning, samples in this run so far. */
  onProgress(rowsDone: number, samples: number): Promise<void>;
}

/** Samples in one insert. */
const BLOCK_SAMPLES = 100_000;

/**
 * Stores the good rows block by block, and tells progress only of what is durable, so that an import that was cut off goes on
 * where it stood. A row stored twice is one row. Answers the samples stored.
 */
export async function storeRows({ rows, before, targetOf, store, onProgress }: Storing): Promise<number> {
  let block = createSampleColumns(BLOCK_SAMPLES);
  let rowsDone = before;
  let samples = 0;
  const flush = async () => {
    if (block.length > 0) await store(block, rowsDone);
    samples += block.length;
    block = createSampleColumns(BLOCK_SAMPLES);
    await onProgress(rowsDone, samples);
  };
  for await (const row of rows) {
    if (block.length + row.samples.length > BLOCK_SAMPLES && block.length > 0) await flush();
    for (const { sn, point, value } of row.samples) {
      const target = targetOf(sn, point);
      block.add(target.device, target.point, row.time, value);
    }
    rowsDone += 1;
  }
  await flush();
  return samples;
}
