import { LIMITS } from '@sunfleet/contract/limits';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { AppError } from '../../errors.ts';
import { guessDelimiter, guessEncoding } from '../guess-text.ts';
import { boundRows, MOST_LETTERS } from './bound-rows.ts';
import type { Cell } from './cell.ts';
import { unpackXlsx } from './unpack-xlsx.ts';

export interface Table {
  rows: Cell[][];
  /** The decimal sign that its texts most likely have. */
  decimal: '.' | ',';
}

/** Two rows more than are taken, so that one too many is seen. */
const MOST_ROWS = LIMITS.stationsPerBatch + 2;
const HEAD_BYTES = 64 * 1024;
/** Letters of a line: as many columns as are taken, each with as many letters as are read of one. A line of eight megabytes takes seconds. */
const LONGEST_LINE = LIMITS.stationBatchColumns * MOST_LETTERS;

/**
 * Rows and cells of an uploaded table, told by its bytes and not by its name: a workbook (XLSX) begins as an archive does, and a CSV holds no zero bytes.
 * Throws AppError `unsupportedFileType`, `stationTableUnreadable`, `stationTableTooWide`, `payloadTooLarge`.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const { rows, decimal } = await readRows(bytes);
  return { rows: boundRows(rows), decimal };
}

async function readRows(bytes: Uint8Array): Promise<Table> {
  if (begins(bytes, [0x50, 0x4b, 0x03, 0x04])) return { rows: await readWorkbook(bytes), decimal: '.' };
  const encoding = guessEncoding(bytes.subarray(0, HEAD_BYTES));
  // Texts of two bytes a letter say so at their beginning.
  if (!begins(bytes, [0xff, 0xfe]) && bytes.includes(0)) throw new AppError('unsupportedFileType');
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '');
  const delimiter = guessDelimiter(text.slice(0, HEAD_BYTES).split(/\r?\n/, 20));
  return { rows: readCsv(text, delimiter), decimal: delimiter === ';' ? ',' : '.' };
}

const begins = (bytes: Uint8Array, head: readonly number[]) => head.every((byte, at) => bytes[at] === byte);

/** The first sheet. */
async function readWorkbook(bytes: Uint8Array): Promise<Cell[][]> {
  const unpacked = unpackXlsx(bytes);
  try {
    const rows = await readSheet(Buffer.from(unpacked));
    return rows.slice(0, MOST_ROWS) as Cell[][];
  } catch {
    throw new AppError('stationTableUnreadable');
  }
}

function readCsv(text: string, delimiter: string): Cell[][] {
  requireLines(text);
  try {
    return parse(text, { delimiter, to: MOST_ROWS, relaxColumnCount: true, skipEmptyLines: false });
  } catch {
    throw new AppError('stationTableUnreadable');
  }
}

/** Throws AppError `stationTableTooWide`. */
function requireLines(text: string): void {
  let begin = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const isEnd = at === text.length || text[at] === '\n' || text[at] === '\r';
    if (!isEnd) continue;
    if (at - begin > LONGEST_LINE)
      throw new AppError('stationTableTooWide', { limit: LIMITS.stationBatchColumns });
    begin = at + 1;
  }
}
