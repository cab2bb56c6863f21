import { LIMITS } from '@sunfleet/contract/limits';
import { AppError } from '../../errors.ts';
import type { Cell } from './cell.ts';

/** More than any field takes, so that a text that is cut is refused all the same. */
export const MOST_LETTERS = 10_000;

/**
 * Rows without the empty cells behind their last one, and no more of them than a table of stations has. A workbook of 9 kB names one text of 5 MB
 * in thousands of cells, or a cell in the last column there is, and each cell costs the server what it says once the table leaves its process.
 * Throws AppError `stationTableTooWide`, `payloadTooLarge`.
 */
export function boundRows(rows: readonly Cell[][]): Cell[][] {
  let letters = 0;
  return rows.map((row) => {
    const cells = row.slice(0, row.findLastIndex((cell) => cell !== null && cell !== '') + 1);
    if (cells.length > LIMITS.stationBatchColumns)
      throw new AppError('stationTableTooWide', { limit: LIMITS.stationBatchColumns });
    return cells.map((cell) => {
      if (typeof cell !== 'string') return cell;
      const text = cell.length > MOST_LETTERS ? cell.slice(0, MOST_LETTERS) : cell;
      letters += text.length;
      if (letters > LIMITS.stationBatchUnpackedBytes)
        throw new AppError('payloadTooLarge', { bytes: LIMITS.stationBatchUnpackedBytes });
      return text;
    });
  });
}
