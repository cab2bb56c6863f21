import type { ImportMapping } from '@sunfleet/contract';
import type { TablePreview } from '../preview-table.ts';
import type { RowBatch } from './row-batch.ts';

/** What a process is started for: to look a file through, or to read its rows but for those that were read before. `now`: epoch milliseconds. */
export type FileTask =
  | { kind: 'preview' }
  | { kind: 'rows'; mapping: ImportMapping; now: number; skip: number };

/** A column as its samples are addressed. */
export interface OpenedColumn {
  sn: string | null;
  point: string;
}

/** What it answers: first `preview` or `opened`; after each further request `passed` while it passes rows that were read before, then `rows`, and `end` after the last ones. */
export type FileAnswer =
  | { kind: 'preview'; preview: TablePreview }
  | { kind: 'opened'; columns: OpenedColumn[] }
  | { kind: 'passed' }
  | { kind: 'rows'; batch: RowBatch }
  | { kind: 'end' };
