import { Readable } from 'node:stream';
import {
  GRID_TYPES,
  type Language,
  NEEDED_STATION_FIELDS,
  STATION_FIELD_TEXTS,
  STATION_FIELDS,
  STATION_TYPES,
  type StationField,
} from '@sunfleet/contract';
import { CSV_BEGIN, csvLine } from '../../platform/tables/csv-text.ts';
import { packWorkbook } from '../../platform/tables/pack-workbook.ts';
import { headRow, sheetBegin, SHEET_END, sheetRow } from '../../platform/tables/sheet-text.ts';
import type { Text } from '../../platform/text.ts';

/** A template has no times. */
const clock = () => '';

/** An empty table with the headings in a language, a star at those that must be filled in. A workbook has a second sheet with the choices. */
export function stationTemplate(text: Text, language: Language, format: 'csv' | 'xlsx'): Readable {
  const word = (key: string) => text(language, `stations.${key}`);
  const headings = STATION_FIELDS.map((field) => headingIn(word, field));
  if (format === 'csv') return Readable.from([CSV_BEGIN + csvLine(headings, clock)], { objectMode: false });
  const choices = [
    STATION_TYPES.map((type) => word(`type.${type}`)),
    GRID_TYPES.map((type) => word(`gridType.${type}`)),
  ];
  const rows = Array.from({ length: Math.max(...choices.map(({ length }) => length)) }, (_, row) =>
    sheetRow(
      choices.map((column) => column[row] ?? null),
      clock,
      row + 2,
    ),
  );
  const chosen = (['type', 'gridType'] as const).map((field) => word(STATION_FIELD_TEXTS[field].text));
  return packWorkbook([
    { title: word('title'), text: [sheetBegin(headings.length), headRow(headings), SHEET_END] },
    { title: word('batch.choices'), text: [sheetBegin(chosen.length), headRow(chosen), ...rows, SHEET_END] },
  ]);
}

function headingIn(word: (key: string) => string, field: StationField): string {
  const { text, unit }: { text: string; unit?: string } = STATION_FIELD_TEXTS[field];
  const needed: readonly StationField[] = NEEDED_STATION_FIELDS;
  return `${word(text)}${unit ? ` (${unit})` : ''}${needed.includes(field) ? ' *' : ''}`;
}
