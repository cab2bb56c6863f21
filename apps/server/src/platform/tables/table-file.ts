import { Readable } from 'node:stream';
import { createBreath } from '../breath.ts';
import type { Cell } from './cell.ts';
import { CSV_BEGIN, csvLine } from './csv-text.ts';
import { packWorkbook } from './pack-workbook.ts';
import { headRow, sheetBegin, SHEET_END, sheetRow } from './sheet-text.ts';

interface TableFile {
  format: 'csv' | 'xlsx';
  /** Of the sheet of a workbook. */
  title: string;
  /** Of the columns. */
  titles: readonly string[];
  clock: (at: number) => string;
  /** Rows of cells, some at a time. */
  parts: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;
}

/** So many letters are given away at a time: those of some hundred rows with long texts take hundreds of megabytes in one piece. */
const PIECE_LETTERS = 64 * 1024;

/** A table as a file that is written while its parts are read; others have their turn between rows. It breaks off with the error of a part that has one. */
export function tableFile({ format, title, titles, clock, parts }: TableFile): Readable {
  const isSheet = format === 'xlsx';
  async function* lines(): AsyncGenerator<string> {
    yield isSheet ? sheetBegin(titles.length) + headRow(titles) : CSV_BEGIN + csvLine(titles, clock);
    const write: typeof sheetRow = isSheet ? sheetRow : csvLine;
    const breathe = createBreath();
    let line = 1;
    for await (const rows of parts) {
      let [texts, letters]: [string[], number] = [[], 0];
      for (const cells of rows) {
        await breathe();
        line += 1;
        const text = write(cells, clock, line);
        texts.push(text);
        letters += text.length;
        if (letters < PIECE_LETTERS) continue;
        yield texts.join('');
        [texts, letters] = [[], 0];
      }
      if (texts.length > 0) yield texts.join('');
    }
    if (isSheet) yield SHEET_END;
  }
  return isSheet ? packWorkbook([{ title, text: lines() }]) : Readable.from(lines(), { objectMode: false });
}
