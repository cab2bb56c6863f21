import type { Cell } from './cell.ts';

/** Text of a cell as people see it; a day as `2026-11-30`. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dayOf(cell);
  return String(cell).trim();
}

/** Without the apostrophe by which spreadsheets, and files of this product, keep what begins like a formula as text. */
export const unquoted = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);

/** Spreadsheets know days without a zone; they are read as midnights of UTC. */
function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
