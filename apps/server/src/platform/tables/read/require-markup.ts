import { AppError } from '../../errors.ts';

const OPEN = 0x3c;
const CLOSE = 0x3e;
/** Letters of one tag: those of spreadsheets have some hundred. */
const LONGEST_TAG = 16_384;
/** Letters between two tags: a cell of a spreadsheet has 32,767, each of which may be written as `&#128512;`. */
const LONGEST_TEXT = 512 * 1024;
/** Rows of a sheet. Spreadsheets may name some that are empty behind those with values. */
const MOST_ROWS = 100_000;
const ROW = /<(?:\w{1,20}:)?row\b/g;
/** How spreadsheets write numbers is 255 letters at most. */
const LONGEST_FORMAT = 255;
const FORMAT = /\bformatCode\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Refuses what no spreadsheet writes and what takes the library more than the time of its length: a tag, comment or text that does not end is looked through again with
 * each piece of the file, and a format with each of its brackets, so that a file of 2 kB kept a place among two for half a minute. Throws AppError
 * `stationTableUnreadable`.
 */
export function requireMarkup(part: Uint8Array): void {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  let end = 0;
  for (let open = bytes.indexOf(OPEN); open !== -1; open = bytes.indexOf(OPEN, end)) {
    const close = bytes.indexOf(CLOSE, open);
    const next = bytes[open + 1];
    const isDeclaration = next === 0x3f && open <= 3;
    // Comments, sections of text and instructions of others end elsewhere than tags do.
    if ((next === 0x3f && !isDeclaration) || next === 0x21) throw unreadable();
    if (close === -1 || close - open > LONGEST_TAG || open - end > LONGEST_TEXT) throw unreadable();
    end = close + 1;
  }
  if (bytes.length - end > LONGEST_TEXT) throw unreadable();
  const text = bytes.toString('latin1');
  for (const [, double, single] of text.matchAll(FORMAT))
    if ((double ?? single)!.length > LONGEST_FORMAT) throw unreadable();
  let rows = 0;
  for (const _ of text.matchAll(ROW)) if ((rows += 1) > MOST_ROWS) throw unreadable();
}

const unreadable = () => new AppError('stationTableUnreadable');
