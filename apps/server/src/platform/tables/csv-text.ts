import { csvQuoted, harmlessText } from '@sunfleet/contract';
import type { Cell } from './cell.ts';

/** Mark by which spreadsheets know that a file is UTF-8. */
export const CSV_BEGIN = '\uFEFF';

/** A line of CSV (RFC 4180). Numbers keep the point, what is not known stays empty, and a text that looks like a formula gets an apostrophe. */
export const csvLine = (cells: readonly Cell[], clock: (at: number) => string): string =>
  `${cells.map((cell) => csvCell(cell, clock)).join(',')}\r\n`;

function csvCell(cell: Cell, clock: (at: number) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'object') return 'at' in cell ? clock(cell.at) : cell.day;
  return csvQuoted(harmlessText(cell));
}

/** Without the traces of binary fractions. */
export const numberText = (value: number): string => String(Number(value.toPrecision(12)));
