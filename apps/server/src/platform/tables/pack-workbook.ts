import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { sheetPath, workbookParts } from './sheet-text.ts';

export interface Sheet {
  title: string;
  /** Its text, from `sheetBegin` to `SHEET_END`. */
  text: AsyncIterable<string> | Iterable<string>;
}

/** A workbook (XLSX) whose sheets are written while they are read. It ends with the error of the sheet that has one. */
export function packWorkbook(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile();
  const parts = workbookParts(sheets.map(({ title }) => title));
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  const output = zip.outputStream as Readable;
  for (const [index, { text }] of sheets.entries()) {
    const rows = Readable.from(text, { objectMode: false });
    rows.on('error', (error) => output.destroy(error));
    output.on('close', () => rows.destroy());
    zip.addReadStream(rows, sheetPath(index + 1), { compressionLevel: 3 });
  }
  zip.end();
  return output;
}
