import { Readable } from 'node:stream';
import { type Language, SIM_STATUSES } from '@sunfleet/contract';
import { CSV_BEGIN, csvLine } from '../../platform/tables/csv-text.ts';
import { packWorkbook } from '../../platform/tables/pack-workbook.ts';
import { headRow, sheetBegin, SHEET_END, sheetRow } from '../../platform/tables/sheet-text.ts';
import type { Text } from '../../platform/text.ts';
import { SIM_COLUMNS } from './import-fields.ts';

const noClock = () => '';

/** An empty table of cards with the headings in a language; a workbook names the choices of the status on a second sheet. */
export function simTemplate(text: Text, language: Language, format: 'csv' | 'xlsx'): Readable {
  const word = (key: string) => text(language, `sims.${key}`);
  const headings = SIM_COLUMNS.map((name) => `${word(`column.${name}`)}${name === 'iccid' ? ' *' : ''}`);
  if (format === 'csv') return Readable.from([CSV_BEGIN + csvLine(headings, noClock)], { objectMode: false });
  const choices = SIM_STATUSES.map((status, at) => sheetRow([word(`status.${status}`)], noClock, at + 2));
  return packWorkbook([
    { title: word('title'), text: [sheetBegin(headings.length), headRow(headings), SHEET_END] },
    {
      title: word('column.status'),
      text: [sheetBegin(1), headRow([word('column.status')]), ...choices, SHEET_END],
    },
  ]);
}
