import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { createReader, type Reader, type ReaderLimits } from '../../readers/create-reader.ts';
import type { Table } from './read-table.ts';

/** Reading five thousand stations takes about a second. */
const LIMITS: ReaderLimits = { stepMs: 30_000, totalMs: 30_000, memoryMb: 512 };
const READ_FILE = new URL('./read-file.ts', import.meta.url);

/** Reads uploaded tables of stations. */
export interface TableReader {
  /** Throws AppError `unsupportedFileType`, `stationTableUnreadable`, `stationTableTooWide`, `payloadTooLarge`. */
  read(bytes: Buffer): Promise<Table>;
}

/** Reads each table in a process of its own, so that nobody else waits and a table made to take for ever takes nothing along. */
export function createTableReader(limits = LIMITS, module = READ_FILE): TableReader {
  return tableReaderOn(
    createReader({ module, limits, refusal: () => new AppError('stationTableUnreadable') }),
  );
}

export function tableReaderOn(reader: Reader<null, Table>): TableReader {
  return {
    async read(bytes) {
      const reading = reader.open(Readable.from([bytes]), null);
      try {
        return await reading.ask();
      } finally {
        await reading.end();
      }
    },
  };
}
