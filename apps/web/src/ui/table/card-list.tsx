import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import type { DataTableProps } from './data-table-props.ts';
import { moveByKey } from './row-keys.ts';
import styles from './table.module.css';

type CardListProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; card: (row: Row) => ReactNode };

/** The rows of a table as cards, one below the other, for narrow screens. */
export function CardList<Row extends object>(props: CardListProps<Row>) {
  const { rows, rowKey, card, label, total, state, onState, onOpen } = props;
  return (
    <>
      <ul className={styles.cards} aria-label={label} aria-busy={props.busy || undefined}>
        {rows.map((row) => (
          // The card's own link is what assistive technology follows; the whole card is a larger target for thumbs.
          <li
            key={rowKey(row)}
            data-row
            tabIndex={onOpen ? 0 : undefined}
            className={styles.card}
            onClick={(event) => {
              if (!(event.target as Element).closest('a, button')) onOpen?.(row);
            }}
            onKeyDown={(event) => moveByKey(event, onOpen && (() => onOpen(row)))}
          >
            {card(row)}
          </li>
        ))}
      </ul>
      {total !== undefined && state && total > state.pageSize ? (
        <Pagination
          simple
          className={styles.pages}
          current={state.page}
          pageSize={state.pageSize}
          total={total}
          onChange={(page) => onState?.({ page })}
        />
      ) : null}
    </>
  );
}
