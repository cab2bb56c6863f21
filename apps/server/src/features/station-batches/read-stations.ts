import { setImmediate as nextRound } from 'node:timers/promises';
import {
  type Language,
  NEEDED_STATION_FIELDS,
  type StationBatchError,
  type StationField,
  stationInput,
} from '@sunfleet/contract';
import type { z } from 'zod';
import { readValue } from '../../platform/http/validate.ts';
import type { Text } from '../../platform/text.ts';
import { cellText } from '../../platform/tables/read/cell-text.ts';
import type { Cell } from '../../platform/tables/read/cell.ts';
import { createFindings, MOST_SHOWN, type Tell } from '../../platform/tables/read/findings.ts';
import type { Table } from '../../platform/tables/read/read-table.ts';
import { cellValue, type Vocabulary } from './cell-values.ts';
import { headingOf, type Headings } from './headings.ts';

/** They take about 5 ms where every cell is wrong. */
const ROWS_AT_ONCE = 25;

export type BatchStation = z.infer<typeof stationInput>;

export interface ReadStations {
  stations: BatchStation[];
  /** Tells what is wrong with a field of every station for which it is, where that is found out later. */
  tell: (field: StationField, message: string, isWrong: (station: BatchStation) => boolean) => void;
  /** Rows that are not empty, without the headings. */
  rows: number;
  errors: StationBatchError[];
  errorCount: () => number;
}

interface Reading {
  words: Vocabulary;
  headings: Headings;
  language: Language;
  text: Text;
}

interface Column {
  /** Place in the row, from 0. */
  at: number;
  title: string;
  field: StationField;
}

/** New stations out of a table with headings, with everything that is wrong told by its cell. Others have their turn between rows. */
export async function readStations({ rows, decimal }: Table, reading: Reading): Promise<ReadStations> {
  const found = createFindings(rows);
  const columns = readColumns(rows[0] ?? [], reading, found.at(0));
  const read: { row: number; station: BatchStation }[] = [];
  const needed = NEEDED_STATION_FIELDS.every((field) => columns.some((column) => column.field === field));
  const filled = rows.slice(1).filter((row) => row.some((cell) => cellText(cell) !== ''));
  if (needed) {
    for (const [index, row] of rows.slice(1).entries()) {
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextRound();
      if (row.every((cell) => cellText(cell) === '')) continue;
      const station = readRow(row, { columns, decimal, reading, add: found.at(index + 1) });
      if (station) read.push({ row: index + 1, station });
    }
  }
  return {
    stations: read.map(({ station }) => station),
    rows: filled.length,
    errors: found.errors,
    errorCount: found.count,
    tell(field, message, isWrong) {
      const column = columns.find((one) => one.field === field)?.at ?? 0;
      for (const { row, station } of read) if (isWrong(station)) found.at(row)(column, message);
    },
  };
}

/** Which field each column is. A column that is not known, or that is there twice, is told and not left out in silence. */
function readColumns(titles: readonly Cell[], { headings, language, text }: Reading, add: Tell): Column[] {
  const columns: Column[] = [];
  for (const [at, cell] of titles.entries()) {
    const title = cellText(cell);
    if (title === '') continue;
    const field = headingOf(headings, title);
    if (!field) add(at, text(language, 'import-problems.stationColumnUnknown'));
    else if (columns.some((column) => column.field === field))
      add(at, text(language, 'import-problems.stationColumnTwice'));
    else columns.push({ at, title, field });
  }
  for (const field of NEEDED_STATION_FIELDS) {
    if (columns.some((column) => column.field === field)) continue;
    const column = headings.titles[field];
    add(titles.length, text(language, 'import-problems.stationColumnMissing', { column }));
  }
  return columns;
}

interface RowReading {
  columns: readonly Column[];
  decimal: '.' | ',';
  reading: Reading;
  add: Tell;
}

function readRow(
  row: readonly Cell[],
  { columns, decimal, reading, add }: RowReading,
): BatchStation | undefined {
  const { language, text, words } = reading;
  const values: Record<string, unknown> = {};
  const wrong: { at: number; message: string }[] = [];
  const told = new Set<string>();
  for (const { at, field } of columns) {
    const read = cellValue(field, row[at], { words, decimal });
    if (read && 'problem' in read) {
      told.add(field);
      const message = text(language, `import-problems.${PROBLEMS[read.problem]}`, {
        text: cellText(row[at]).slice(0, MOST_SHOWN),
      });
      wrong.push({ at, message });
    } else if (read) values[field] = read.value;
  }
  const parsed = readValue(stationInput, values, { language, text });
  for (const { path, message } of 'issues' in parsed ? parsed.issues : []) {
    const field = String(path[0]) as StationField;
    if (told.has(field)) continue;
    told.add(field);
    const at = placeOf(columns, field);
    const missing = NEEDED_STATION_FIELDS.some((needed) => needed === field) && cellText(row[at]) === '';
    wrong.push({ at, message: missing ? text(language, 'import-problems.stationCellEmpty') : message });
  }
  for (const { at, message } of wrong.toSorted((a, b) => a.at - b.at)) add(at, message);
  return wrong.length === 0 && 'data' in parsed ? parsed.data : undefined;
}

/** Where a field stands; a currency that no column has is missed at the price. */
function placeOf(columns: readonly Column[], field: StationField): number {
  const fields = field === 'currency' ? [field, 'priceBuy', 'priceFeedIn'] : [field];
  return columns.find((column) => fields.includes(column.field))?.at ?? 0;
}

const PROBLEMS = {
  number: 'number',
  day: 'stationDay',
  choice: 'stationChoice',
  country: 'stationCountry',
} as const;
