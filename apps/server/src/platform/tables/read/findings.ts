import { columnLetter } from '../column-letter.ts';
import type { Cell } from './cell.ts';
import { cellText } from './cell-text.ts';

/** Errors that an answer tells; all of them are counted. */
const MOST_TOLD = 500;
/** Letters of a cell that an error tells. */
export const MOST_SHOWN = 200;

/** A cell that is wrong. `column` is its heading, `cell` its place as spreadsheets name it. */
export interface Finding {
  row: number;
  column: string;
  cell: string;
  value: string;
  message: string;
}

/** Tells that the cell of a column (from 0) is wrong. */
export type Tell = (column: number, message: string) => void;

export interface Findings {
  errors: Finding[];
  /** Of a row, from 0 on with the headings. */
  at: (row: number) => Tell;
  count: () => number;
}

/** Gathers what is wrong in a table, the first errors in words and all of them as a number. */
export function createFindings(rows: readonly (readonly Cell[])[]): Findings {
  const errors: Finding[] = [];
  let count = 0;
  return {
    errors,
    count: () => count,
    at: (row) => (column, message) => {
      count += 1;
      if (errors.length >= MOST_TOLD) return;
      const title = cellText(rows[0]?.[column]);
      const value = cellText(rows[row]?.[column]).slice(0, MOST_SHOWN);
      errors.push({ row: row + 1, column: title, cell: `${columnLetter(column)}${row + 1}`, value, message });
    },
  };
}
