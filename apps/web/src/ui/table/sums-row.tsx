import { Table, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import styles from './table.module.css';

interface SumsRowProps {
  columns: readonly Pick<TableColumnType, 'key' | 'align'>[];
  sums: Readonly<Record<string, ReactNode>>;
  /** Cells before the first column, as that of the checkbox. */
  before: number;
}

/** The last row of a table: one figure over all of its rows, below the column that it is of. */
export function SumsRow({ columns, sums, before }: SumsRowProps) {
  return (
    <Table.Summary.Row className={styles.sums!}>
      {before > 0 ? <Table.Summary.Cell index={0} /> : null}
      {columns.map(({ key, align }, index) => (
        <Table.Summary.Cell key={key} index={before + index} align={align ?? 'left'}>
          {sums[String(key)] ?? null}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  );
}
