import {
  type Language,
  NEEDED_STATION_FIELDS,
  type StationBatchError,
  type StationField,
  stationInput,
} from '@sunfleet/contract';
import type { z } from 'zod';
import type { Text } from '../../platform/text.ts';
import { readRecords } from '../../platform/tables/read/read-records.ts';
import type { Table } from '../../platform/tables/read/read-table.ts';
import { cellValue, type Vocabulary } from './cell-values.ts';
import type { Headings } from './headings.ts';

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

/** New stations out of a table with headings, with everything that is wrong told by its cell. */
export async function readStations(
  table: Table,
  { words, headings, language, text }: Reading,
): Promise<ReadStations> {
  const read = await readRecords<StationField, BatchStation>(table, {
    language,
    text,
    headings: headings.fields,
    needed: new Map(NEEDED_STATION_FIELDS.map((field) => [field, headings.titles[field]])),
    valueOf: (field, cell, decimal) => cellValue(field, cell, { words, decimal, language, text }),
    schema: () => stationInput,
    // A currency that no column has is missed at the price.
    insteadOf: (field) => (field === 'currency' ? ['priceBuy', 'priceFeedIn'] : []),
  });
  return {
    stations: read.records.map(({ record }) => record),
    rows: read.rows,
    errors: read.errors,
    errorCount: read.errorCount,
    tell(field, message, isWrong) {
      for (const { row, record } of read.records) if (isWrong(record)) read.tell(row, field, message);
    },
  };
}
