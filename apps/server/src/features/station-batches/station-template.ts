import type { Readable } from 'node:stream';
import {
  GRID_TYPES,
  type Language,
  NEEDED_STATION_FIELDS,
  STATION_FIELD_TEXTS,
  STATION_FIELDS,
  STATION_TYPES,
  type StationField,
} from '@sunfleet/contract';
import { tableTemplate } from '../../platform/tables/table-template.ts';
import type { Text } from '../../platform/text.ts';

/** An empty table with the headings in a language, a star at those that must be filled in. A workbook has a second sheet with the choices. */
export function stationTemplate(text: Text, language: Language, format: 'csv' | 'xlsx'): Readable {
  const word = (key: string) => text(language, `stations.${key}`);
  const choice = (field: 'type' | 'gridType', values: readonly string[]) => ({
    title: word(STATION_FIELD_TEXTS[field].text),
    words: values.map((value) => word(`${field}.${value}`)),
  });
  return tableTemplate({
    format,
    title: word('title'),
    headings: STATION_FIELDS.map((field) => headingIn(word, field)),
    choices: {
      title: word('batch.choices'),
      columns: [choice('type', STATION_TYPES), choice('gridType', GRID_TYPES)],
    },
  });
}

function headingIn(word: (key: string) => string, field: StationField): string {
  const { text, unit }: { text: string; unit?: string } = STATION_FIELD_TEXTS[field];
  const needed: readonly StationField[] = NEEDED_STATION_FIELDS;
  return `${word(text)}${unit ? ` (${unit})` : ''}${needed.includes(field) ? ' *' : ''}`;
}
