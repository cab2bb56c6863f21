import { cellText } from './cell-text.ts';
import type { Cell } from './cell.ts';

/** The day of a cell, `2026-11-30`; undefined where it is none. */
export function dayCell(cell: Cell | undefined): string | undefined {
  const text = cellText(cell);
  return cell instanceof Date || /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}
