import type { Readable } from 'node:stream';
import type { ImportMapping } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import {
  createReader,
  type Reader,
  type Reading,
  type ReaderLimits,
} from '../../../platform/readers/create-reader.ts';
import type { TablePreview } from '../preview-table.ts';
import type { Row } from '../reading/row-reader.ts';
import type { FileAnswer, FileTask, OpenedColumn } from './messages.ts';
import { unpackRows } from './row-batch.ts';

export const FILE_LIMITS: ReaderLimits = { stepMs: 20_000, totalMs: 300_000, memoryMb: 256 };

/** A table whose rows a process reads. */
export interface OpenedTable {
  columns: readonly OpenedColumn[];
  /** The rows below the header, in their order. */
  rows: AsyncGenerator<Row>;
  /** When the first of them came, by `performance.now()`; undefined before. */
  reachedAt(): number | undefined;
  /** Ends the reading. Call it in any case. */
  end(): Promise<void>;
}

/** Reads uploaded files in processes with limits of time and memory. Both reject as `Reading.ask` does. */
export interface FileReader {
  preview(file: Readable): Promise<TablePreview>;
  /** `now`: epoch milliseconds; `skip`: so many rows were read before and do not come again. */
  open(file: Readable, mapping: ImportMapping, now: number, skip?: number): Promise<OpenedTable>;
}

/** Thrown where the system ended the process that read a file: it may be read where more memory is free. */
export class ReaderKilled extends AppError {
  constructor() {
    super('importBeyondLimits', { reason: 'memory' });
  }
}

const READ_FILE = new URL('./read-file.ts', import.meta.url);

/** Throws AppError `importBeyondLimits` for a file beyond the limits, and for one that ends its process. */
export function createFileReader(limits = FILE_LIMITS, module = READ_FILE): FileReader {
  return fileReaderOn(
    createReader({
      module,
      limits,
      refusal: (reason, isKilled) =>
        isKilled ? new ReaderKilled() : new AppError('importBeyondLimits', { reason }),
    }),
  );
}

export function fileReaderOn(reader: Reader<FileTask, FileAnswer>): FileReader {
  return {
    async preview(file) {
      const reading = reader.open(file, { kind: 'preview' });
      try {
        return expected(await reading.ask(), 'preview').preview;
      } finally {
        await reading.end();
      }
    },
    async open(file, mapping, now, skip = 0) {
      const reading = reader.open(file, { kind: 'rows', mapping, now, skip });
      const { columns } = expected(await reading.ask(), 'opened');
      let reachedAt: number | undefined;
      const rows = rowsOf(reading, () => (reachedAt ??= performance.now()));
      return { columns, rows, reachedAt: () => reachedAt, end: () => reading.end() };
    },
  };
}

/** Asks for the next rows while those before are worked on. */
async function* rowsOf(reading: Reading<FileAnswer>, reached: () => void): AsyncGenerator<Row> {
  let asked = reading.ask();
  for (;;) {
    const answer = await asked;
    if (answer.kind === 'end') return;
    asked = reading.ask();
    // Who takes the rows may leave before it asks for these.
    asked.catch(() => undefined);
    if (answer.kind === 'passed') continue;
    reached();
    yield* unpackRows(expected(answer, 'rows').batch);
  }
}

function expected<K extends FileAnswer['kind']>(
  answer: FileAnswer,
  kind: K,
): Extract<FileAnswer, { kind: K }> {
  if (answer.kind === kind) return answer as Extract<FileAnswer, { kind: K }>;
  throw new Error(`A process answered ${answer.kind} where ${kind} was expected`);
}
