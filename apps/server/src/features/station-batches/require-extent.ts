import { AppError } from '../../platform/errors.ts';

/** Cells of the rectangle that a sheet spans. The library makes every one of them, whether the sheet names it or not. */
const MOST_CELLS = 5_000_000;
const PLACE = /\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/g;

/** Refuses a sheet whose outermost cells are so far out that it takes long to read what lies between. Throws AppError `stationTableUnreadable`. */
export function requireExtent(sheet: Uint8Array): void {
  let [columns, rows] = [0, 0];
  for (const [, letters = '', row] of Buffer.from(sheet).toString('latin1').matchAll(PLACE)) {
    columns = Math.max(columns, columnNumber(letters));
    rows = Math.max(rows, Number(row));
  }
  if (columns * rows > MOST_CELLS) throw new AppError('stationTableUnreadable');
}

const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
