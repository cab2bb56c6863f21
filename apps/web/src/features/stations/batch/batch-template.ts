import {
  GRID_TYPES,
  NEEDED_STATION_FIELDS,
  STATION_FIELDS,
  STATION_TYPES,
  type StationField,
} from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { csvOf } from '../../../ui/chart/csv.ts';
import { csvBlob } from '../../../ui/chart/download.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { fieldNames } from '../entry/field-names.ts';

/** Headings of the table in the language of the page, a star at those that must be filled in. */
export function templateHeadings(t: TFunction<'stations'>): string[] {
  const names = fieldNames(t);
  const needed: readonly StationField[] = NEEDED_STATION_FIELDS;
  return STATION_FIELDS.map((field) => (needed.includes(field) ? `${names[field]} *` : names[field]));
}

/** Columns of the second sheet: the fields that are chosen, with their choices. */
function choiceColumns(t: TFunction<'stations'>): string[][] {
  const names = fieldNames(t);
  return [
    [names.type, ...STATION_TYPES.map((type) => t(`type.${type}`))],
    [names.gridType, ...GRID_TYPES.map((type) => t(`gridType.${type}`))],
  ];
}

export const csvTemplate = (t: TFunction<'stations'>): Blob =>
  csvBlob(csvOf({ columns: templateHeadings(t), rows: [] }));

/** A workbook with the headings, and a second sheet that names the choices. Its library is fetched when it is asked for. */
export async function xlsxTemplate(t: TFunction<'stations'>): Promise<Blob> {
  const { default: writeXlsxFile } = await loadChunk(() => import('write-excel-file/universal'));
  const choices = choiceColumns(t);
  const longest = Math.max(...choices.map(({ length }) => length));
  const rows = Array.from({ length: longest }, (_, row) => choices.map((column) => column[row] ?? null));
  const head = (text: string) => ({ value: text, fontWeight: 'bold' as const });
  const headings = templateHeadings(t);
  return writeXlsxFile([
    {
      sheet: t('title').slice(0, 31),
      data: [headings.map(head)],
      columns: headings.map((text) => ({ width: Math.max(12, text.length + 2) })),
    },
    {
      sheet: t('batch.choices').slice(0, 31),
      data: rows.map((cells, row) =>
        cells.map((text) => (text === null ? null : row === 0 ? head(text) : { value: text })),
      ),
      columns: choices.map(() => ({ width: 32 })),
    },
  ]).toBlob();
}
