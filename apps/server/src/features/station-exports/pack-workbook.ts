import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { SHEET_PATH, workbookParts } from './sheet-text.ts';

/** A workbook (XLSX) whose one sheet is written while it is read. It ends with the error of the sheet where that has one. */
export function packWorkbook(title: string, sheet: AsyncIterable<string>): Readable {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(workbookParts(title))) zip.addBuffer(Buffer.from(text), path);
  const rows = Readable.from(sheet, { objectMode: false });
  const output = zip.outputStream as Readable;
  rows.on('error', (error) => output.destroy(error));
  output.on('close', () => rows.destroy());
  zip.addReadStream(rows, SHEET_PATH, { compressionLevel: 3 });
  zip.end();
  return output;
}
