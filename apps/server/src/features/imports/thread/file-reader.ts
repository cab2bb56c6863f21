import type { Readable } from 'node:stream';
import type { ImportMapping } from '@sunfleet/contract';
import type { TablePreview } from '../preview-table.ts';
import type { Row } from '../reading/row-reader.ts';
import type { OpenedColumn, ThreadAnswer } from './messages.ts';
import { openThread, THREAD_LIMITS, type FileThread, type ThreadLimits } from './open-thread.ts';
import { unpackRows } from './row-batch.ts';

/** A table whose rows a thread reads. */
export interface OpenedTable {
  columns: readonly OpenedColumn[];
  /** The rows below the header, in their order. */
  rows: AsyncGenerator<Row>;
  /** Ends the reading. Call it in any case. */
  end(): Promise<void>;
}

/** Reads uploaded files in threads with limits of time and memory. Both reject as `FileThread.ask` does. */
export interface FileReader {
  preview(file: Readable): Promise<TablePreview>;
  /** `now`: epoch milliseconds. */
  open(file: Readable, mapping: ImportMapping, now: number): Promise<OpenedTable>;
}

export function createFileReader(limits: ThreadLimits = THREAD_LIMITS): FileReader {
  return {
    async preview(file) {
      const thread = openThread(file, { kind: 'preview' }, limits);
      try {
        return expected(await thread.ask(), 'preview').preview;
      } finally {
        await thread.end();
      }
    },
    async open(file, mapping, now) {
      const thread = openThread(file, { kind: 'rows', mapping, now }, limits);
      const { columns } = expected(await thread.ask(), 'opened');
      return { columns, rows: rowsOf(thread), end: () => thread.end() };
    },
  };
}

/** Asks for the next rows while those before are worked on. */
async function* rowsOf(thread: FileThread): AsyncGenerator<Row> {
  let asked = thread.ask();
  for (;;) {
    const answer = await asked;
    if (answer.kind === 'end') return;
    asked = thread.ask();
    // Who takes the rows may leave before it asks for these.
    asked.catch(() => undefined);
    yield* unpackRows(expected(answer, 'rows').batch);
  }
}

function expected<K extends ThreadAnswer['kind']>(
  answer: ThreadAnswer,
  kind: K,
): Extract<ThreadAnswer, { kind: K }> {
  if (answer.kind === kind) return answer as Extract<ThreadAnswer, { kind: K }>;
  throw new Error(`A thread answered ${answer.kind} where ${kind} was expected`);
}
