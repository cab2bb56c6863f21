import { AppError } from '../../errors.ts';

/** Cells of the rectangle that a sheet spans. The library makes every one of them, whether the sheet names it or not. */
const MOST_CELLS = 5_000_000;
/** As spreadsheets have them. The library makes each row up to the last one. */
const MOST_ROWS = 1_048_576;
/** Where a row or a cell says that it is, whatever prefix its name has. */
const NAMED = /\br\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** As spreadsheets write it. The library reads much more, such as `1e9`, references to characters, and columns that no spreadsheet has. */
const PLACE = /^([A-Z]{0,3})(\d{1,7})$/;
/** What the prefix `r` stands for in workbooks. Any other meaning is refused, because the library takes a prefix for the name behind it. */
const NAMESPACES: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);

/**
 * Refuses a sheet whose outermost cells are so far out that it takes long to read what lies between, and one that says in another way than spreadsheets
 * where a cell is, before it takes the time and the memory of the process that reads it. Throws AppError `stationTableUnreadable`.
 */
export function requireExtent(sheet: Uint8Array): void {
  let [columns, rows] = [1, 1];
  for (const [, double, single] of Buffer.from(sheet).toString('latin1').matchAll(NAMED)) {
    const named = double ?? single ?? '';
    if (NAMESPACES.has(named)) continue;
    const place = PLACE.exec(named);
    if (!place) throw new AppError('stationTableUnreadable');
    columns = Math.max(columns, columnNumber(place[1]!));
    rows = Math.max(rows, Number(place[2]));
  }
  if (columns * rows > MOST_CELLS || rows > MOST_ROWS) throw new AppError('stationTableUnreadable');
}

const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
