import type { DataTableProps } from './data-table-props.ts';

/** What can be done with one row. */
interface RowActions<Row> {
  open: ((row: Row) => void) | undefined;
  choose: ((row: Row) => void) | undefined;
  /** The row takes the focus, because keys can open or choose it. */
  focusable: boolean;
}

export function rowActions<Row>({ onOpen, selection }: DataTableProps<Row>): RowActions<Row> {
  const of = selection?.of;
  const choose = of && ((row: Row) => of.set([row], () => !of.has(row)));
  return { open: onOpen, choose, focusable: Boolean(onOpen ?? choose) };
}
