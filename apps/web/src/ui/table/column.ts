import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface Column<Row> {
  key: string;
  title: string;
  /** What the head says to who points at it. */
  hint?: string;
  render: (row: Row) => ReactNode;
  /** Name the server sorts by; the head can be clicked then. */
  sort?: string;
  /** `right` for numbers. */
  align?: 'left' | 'right' | 'center';
  /** px */
  width?: number;
  /** Always shown: the column that names the row. It stays in place when the table is scrolled sideways. */
  fixed?: boolean;
  /** Holds what can be done with a row, so others give way to it where there is not room for all. */
  buttons?: boolean;
  /** Not shown until chosen. */
  hidden?: boolean;
}

/** What the server is asked for; lives in the page's address. */
export interface TableState {
  page: number;
  pageSize: number;
  sort: string;
  order: 'asc' | 'desc';
}
