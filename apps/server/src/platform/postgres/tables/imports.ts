import type { ImportRun } from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

export interface ImportsTable {
  id: Generated<number>;
  stationId: number;
  userId: number | null;
  fileName: string;
  fileId: string;
  mapping: Json<object>;
  language: Generated<string>;
  onError: 'refuse' | 'skipRows';
  addsDevices: Generated<boolean>;
  state: ImportRun['state'];
  rowsTotal: Generated<number>;
  rowsDone: Generated<number>;
  samples: Generated<number>;
  errorCount: Generated<number>;
  errors: ColumnType<{ line: number; column: string | null; message: string }[], string | undefined, string>;
  devices: ColumnType<string[], string | undefined, string>;
  firstTime: Date | null;
  lastTime: Date | null;
  message: string | null;
  createdAt: Created;
  finishedAt: Date | null;
  organisationId: number | null;
  turn: Generated<number>;
  isLong: Generated<boolean>;
  givenMs: Generated<number>;
  givenAt: Date | null;
  checked: ColumnType<object | null, string | null | undefined, string | null>;
  brokenRuns: Generated<number>;
  rowsListed: Generated<number>;
  undoableUntil: Date | null;
  stateBeforeUndo: ImportRun['state'] | null;
  undoBeganAt: Date | null;
  undoneAt: Date | null;
  undoneBy: number | null;
  undoneUntil: Date | null;
  valuesUndone: Generated<number>;
}

export interface ImportFilesTable {
  fileId: string;
  userId: number | null;
  organisationId: number | null;
  bytes: number;
  createdAt: Date;
}

export interface ImportsTables {
  imports: ImportsTable;
  importFiles: ImportFilesTable;
}
