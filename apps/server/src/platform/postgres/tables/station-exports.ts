import type { ErrorKey, Language, StationColumn } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

/** What a file of the list shall hold. */
export interface ExportQuery {
  filters: Record<string, string>;
  /** Only these stations, where some were chosen. */
  ids: number[] | null;
  sort: string;
  order: 'asc' | 'desc';
  columns: StationColumn[];
  language: Language;
  /** IANA, of the times. */
  zone: string;
}

interface StationExportsTable {
  id: Generated<number>;
  userId: number;
  query: Json<ExportQuery>;
  format: 'csv' | 'xlsx';
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  rowsDone: Generated<number>;
  rowsTotal: number | null;
  error: ErrorKey | null;
  /** Stations of the file once it is written, and what its person might do then (`rightsOf`). */
  stationIds: number[] | null;
  rights: string | null;
  brokenRuns: Generated<number>;
  /** Where it is, once it is written. */
  file: string | null;
  /** Of the file. */
  bytes: Generated<number>;
  createdAt: Date;
}

export interface StationExportsTables {
  stationExports: StationExportsTable;
}
