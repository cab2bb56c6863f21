import { Readable } from 'node:stream';
import { CSV_BEGIN, csvLine } from './csv-text.ts';
import { packWorkbook } from './pack-workbook.ts';
import { headRow, sheetBegin, SHEET_END, sheetRow } from './sheet-text.ts';

/** A template has no times. */
const clock = () => '';

interface Template {
  format: 'csv' | 'xlsx';
  /** Of the sheet. */
  title: string;
  headings: readonly string[];
  /** What a workbook names on a second sheet: words for cells, by column. */
  choices: { title: string; columns: readonly { title: string; words: readonly string[] }[] };
}

/** An empty table to be filled in. */
export function tableTemplate({ format, title, headings, choices }: Template): Readable {
  if (format === 'csv')
    return Readable.from([CSV_BEGIN + csvLine([...headings], clock)], { objectMode: false });
  const { columns } = choices;
  const rows = Array.from({ length: Math.max(...columns.map(({ words }) => words.length)) }, (_, row) =>
    sheetRow(
      columns.map(({ words }) => words[row] ?? null),
      clock,
      row + 2,
    ),
  );
  const titles = columns.map((column) => column.title);
  return packWorkbook([
    { title, text: [sheetBegin(headings.length), headRow([...headings]), SHEET_END] },
    { title: choices.title, text: [sheetBegin(titles.length), headRow(titles), ...rows, SHEET_END] },
  ]);
}
