import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import type { DataTableProps, RowSelection } from './data-table-props.ts';
import { rowActions } from './row-actions.ts';
import { moveByKey } from './row-keys.ts';
import { ChooseCard } from './selection-parts.tsx';
import chosen from './selection.module.css';
import styles from './table.module.css';

type CardListProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; card: (row: Row) => ReactNode };

/** The rows of a table as cards, one below the other, for narrow screens. While cards are chosen, a tap chooses. */
export function CardList<Row extends object>(props: CardListProps<Row>) {
  const { rows, rowKey, card, label, total, state, onState, selection } = props;
  const { open, choose, focusable } = rowActions(props);
  const choosing = selection?.of.choosing ? selection : undefined;
  const act = choosing ? choose : open;
  return (
    <>
      <ul className={styles.cards} aria-label={label} aria-busy={props.busy || undefined}>
        {rows.map((row) => (
          // The card's own link is what assistive technology follows; the whole card is a larger target for thumbs.
          <li
            key={rowKey(row)}
            data-row
            tabIndex={focusable ? 0 : undefined}
            className={classOf(row, choosing)}
            onClick={(event) => {
              if (!(event.target as Element).closest('a, button, input, label')) act?.(row);
            }}
            onKeyDown={(event) =>
              moveByKey(event, {
                open: act && (() => act(row)),
                choose: choosing && choose && (() => choose(row)),
              })
            }
          >
            {choosing ? <ChooseCard row={row} selection={choosing} /> : null}
            {choosing ? <div>{card(row)}</div> : card(row)}
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

function classOf<Row>(row: Row, choosing: RowSelection<Row> | undefined): string {
  const more = choosing ? [chosen.choosable, choosing.of.has(row) ? chosen.chosen : ''] : [];
  return [styles.card, ...more].join(' ');
}
