import type { OpenBlock, SampleBlock } from '../../../platform/ingest.ts';
import { createSampleColumns, type SampleColumns } from '../../../platform/sample-columns.ts';

/** Columns larger than this are not kept for the next block. */
const LARGEST_SPARE = 1_048_576;

/** Samples on their way to the store and who waits for them. */
export interface Batch extends OpenBlock {
  readonly columns: SampleColumns;
  /** What is to be stored: the columns, or a block somebody else filled. */
  readonly block: SampleBlock;
  readonly recyclable: boolean;
  /** Resolves when every sample of the batch is durable. */
  readonly stored: Promise<void>;
  /** Aborted: it is not stored any more. */
  readonly withdrawn: AbortSignal | undefined;
  /** Rows of messages that are complete. */
  committed: number;
  resolve(): void;
  reject(error: unknown): void;
}

const none = createSampleColumns(0);

/** A batch around a filled block, or an empty one to fill. `commit` ends a message in it. */
export function createBatch(
  commit: (batch: Batch, messageBytes: number) => Promise<void>,
  {
    block,
    spare,
    withdrawn,
  }: { block?: SampleBlock; spare?: SampleColumns | undefined; withdrawn?: AbortSignal | undefined } = {},
): Batch {
  const columns = block ? none : (spare ?? createSampleColumns());
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Whoever waits sees the rejection; a block nobody waits for must not end the process.
  promise.catch(() => undefined);
  const batch: Batch = {
    columns,
    block: block ?? columns,
    get recyclable() {
      return !block && columns.capacity <= LARGEST_SPARE;
    },
    get length() {
      return (block ?? columns).length;
    },
    get devices() {
      return columns.devices;
    },
    get points() {
      return columns.points;
    },
    get times() {
      return columns.times;
    },
    get values() {
      return columns.values;
    },
    withdrawn,
    committed: 0,
    add: (device, point, time, value) => columns.add(device, point, time, value),
    addReading: (device, time, read) => columns.addReading(device, time, read),
    append: (rows) => columns.append(rows),
    truncate: (length) => columns.truncate(length),
    commit: (messageBytes = 0) => commit(batch, messageBytes),
    stored: promise,
    resolve,
    reject,
  };
  return batch;
}
