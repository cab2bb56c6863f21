import type { Cell } from './export-columns.ts';

const BEGINS = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Spreadsheets of many countries end a cell at a semicolon, also inside of quotation marks. */
const BEGINS_INSIDE = /([;\t\r\n] *)(?=[=+\-@\t\r\n＝＋－＠])/gu;

/** Whether a spreadsheet would take a text for a formula. */
export const looksLikeFormula = (text: string): boolean => BEGINS.test(text);

/** Mark by which spreadsheets know that a file is UTF-8. */
export const CSV_BEGIN = '\uFEFF';

/** A line of CSV (RFC 4180). Numbers keep the point, what is not known stays empty, and a text that looks like a formula gets an apostrophe. */
export const csvLine = (cells: readonly Cell[], clock: (at: number) => string): string =>
  `${cells.map((cell) => csvCell(cell, clock)).join(',')}\r\n`;

function csvCell(cell: Cell, clock: (at: number) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'object') return 'at' in cell ? clock(cell.at) : cell.day;
  const inside = cell.replaceAll(BEGINS_INSIDE, "$1'");
  const harmless = looksLikeFormula(inside) ? `'${inside}` : inside;
  return /[",\n\r;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Without the traces of binary fractions. */
export const numberText = (value: number): string => String(Number(value.toPrecision(12)));
