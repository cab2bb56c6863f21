import type { ReactNode } from 'react';
import type { Column, TableState } from './column.ts';
import type { Selection } from './use-selection.ts';

/** Rows that can be chosen, and what can be done with the chosen ones. */
export interface RowSelection<Row> {
  of: Selection<Row>;
  /** Names a row to screen readers. */
  nameOf: (row: Row) => string;
  actions: ReactNode;
  /** Where all rows under the filters can be chosen together, also those of other pages. */
  all?: { total: number; chosen: boolean; choose: () => void };
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  /** Key under which the chosen columns are remembered. */
  name: string;
  columns: readonly Column<Row>[];
  /** Undefined: still loading for the first time. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Rows on the server under the filters; without it the rows are all there is and are not paged. */
  total?: number;
  /** There may be more than the server counted. */
  more?: boolean | undefined;
  state?: TableState;
  onState?: (change: Partial<TableState>) => void;
  /** A newer answer is on its way. */
  busy?: boolean;
  /** Click, or Enter on a focused row. */
  onOpen?: (row: Row) => void;
  /** The row is hovered or focused: time to prefetch. */
  onPeek?: (row: Row) => void;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** A row as a card, for phones. */
  card?: (row: Row) => ReactNode;
  /** Rows can be chosen, to do something with all of them at once. */
  selection?: RowSelection<Row> | undefined;
  /** A last row by column key, as sums are; columns that are not in it stay empty. */
  sums?: Readonly<Record<string, ReactNode>> | undefined;
  /** Filters and the like, at the left of the table's tools. */
  tools?: ReactNode;
  /** At the right of the tools; told the keys of the columns that are on screen, or that would be if the list had room. */
  actions?: ((shown: readonly string[]) => ReactNode) | undefined;
  /** px: only the rows in view are drawn, for pages of a hundred rows and more. */
  virtualHeight?: number;
}
