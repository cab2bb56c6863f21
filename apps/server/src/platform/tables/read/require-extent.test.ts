import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { requireExtent } from './require-extent.ts';

const sheet = (row: string, cell: string) =>
  strToU8(`<worksheet><sheetData><row${row}><c${cell}><v>0</v></c></row></sheetData></worksheet>`);

test.each([
  [' r="1"', ' r="A1"'],
  ['', " r = 'CV5000' t='s'"],
  [' spans="1:3" r="5000"', ' t="s"r="C5000"'],
  ['', ''],
  [' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r="1"', ' r="A1"'],
])('rows and cells that a table of stations may have are read: %s, %s', (row, cell) => {
  expect(() => requireExtent(sheet(row, cell))).not.toThrow();
});

// Each of them once ended the server, or kept its reader busy until its memory or time was over.
test.each([
  ['', ' r="ZZZZZZ99999999"'],
  ['', ' r="XFD5000"'],
  ['', ' r="&#88;FD1048576"'],
  ['', ' x:r="ZZZZZZ1"'],
  ['', ' xmlns:r="ZZZZZZ1"'],
  ['', ' r="xfd1048576"'],
  [' r="999999999"', ' r="A1"'],
  [' r="9999999"', ' r="A1"'],
  [' r="1048577"', ' r="A1"'],
  [' r="1e9"', ' r="A1"'],
  [' r="Infinity"', ' r="A1"'],
  [" r='0x7fffffff'", ' r="A1"'],
])('cells and rows far out are refused, however that is written: %s, %s', (row, cell) => {
  expect(() => requireExtent(sheet(row, cell))).toThrow(
    expect.objectContaining({ key: 'stationTableUnreadable' }),
  );
});
