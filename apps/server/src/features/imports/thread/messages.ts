import type { MessagePort } from 'node:worker_threads';
import type { ErrorKey, FieldError, ImportMapping } from '@sunfleet/contract';
import type { TablePreview } from '../preview-table.ts';
import type { RowBatch } from './row-batch.ts';

/** What a thread is started for: to look a file through, or to read its rows. `now`: epoch milliseconds. */
export type ThreadTask = { kind: 'preview' } | { kind: 'rows'; mapping: ImportMapping; now: number };

/** What a thread is started with. */
export interface ThreadData {
  task: ThreadTask;
  /** The thread asks here for the next bytes of the file, and gets them, or null at the end. */
  bytes: MessagePort;
}

/** A column as its samples are addressed. */
export interface OpenedColumn {
  sn: string | null;
  point: string;
}

/** What a thread answers: first `preview` or `opened`; after each further request `rows`, and `end` after the last ones. */
export type ThreadAnswer =
  | { kind: 'preview'; preview: TablePreview }
  | { kind: 'opened'; columns: OpenedColumn[] }
  | { kind: 'rows'; batch: RowBatch }
  | { kind: 'end' }
  | {
      kind: 'refused';
      key: ErrorKey;
      values: Readonly<Record<string, string | number>>;
      fields?: FieldError[];
    }
  | { kind: 'failed'; message: string };
