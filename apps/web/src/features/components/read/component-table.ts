import { readNumber } from '../../../lib/form/read-number.ts';
import { csvRecords } from '../../../lib/csv-records.ts';

/** A row of a table by the names of its columns, in small letters. */
export interface TableRow {
  cell: (column: string) => string;
  /** NaN where the cell is empty or no number. */
  figure: (column: string) => number;
}

/** Longest text of a cell; longer ones are no figures of a component. */
const LONGEST_CELL = 1000;

/** Reads a table of commas, semicolons or tabs with the names of its columns in the first row. Null where it is none. */
export function readTable(text: string): { columns: readonly string[]; rows: TableRow[] } | null {
  const [head, ...body] = csvRecords(text);
  if (!head || head.length < 2) return null;
  const columns = head.map((name) => name.toLowerCase());
  const rows = body.map((cells) => {
    const cell = (column: string) => (cells[columns.indexOf(column)] ?? '').slice(0, LONGEST_CELL);
    return { cell, figure: (column: string) => figureOf(cell(column)) };
  });
  return { columns, rows };
}

/** Tables of figures have powers of ten, too. */
function figureOf(text: string): number {
  return /^[+-]?\d+(\.\d*)?e[+-]?\d{1,3}$/i.test(text) ? Number(text) : readNumber(text);
}
