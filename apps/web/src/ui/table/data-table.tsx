import { Table, type TableProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { useStored } from '../../lib/use-stored.ts';
import { SkeletonTable } from '../page/skeleton.tsx';
import { EmptyState } from '../page/states.tsx';
import { CardList } from './card-list.tsx';
import type { TableState } from './column.ts';
import type { DataTableProps } from './data-table-props.ts';
import { fittingColumns, useWidth, widthOf } from './fitting-columns.ts';
import { moveByKey } from './row-keys.ts';
import { rowActions } from './row-actions.ts';
import { ChooseCards, SelectionBar } from './selection-parts.tsx';
import { storedColumns, storedDensity } from './table-settings.ts';
import { ColumnChooser, DensitySwitch } from './table-tools.tsx';
import { SumsRow } from './sums-row.tsx';
import { CHECKBOX_CELL, CHECKBOX_WIDTH, useRowSelection } from './use-row-selection.ts';
import styles from './table.module.css';

/** px of the table's frame. */
const BORDERS = 2;

/** The one table: sorted and paged on the server, columns and row height to choose, rows opened by key. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, name } = props;
  const phone = usePhone();
  const chosen = storedColumns(name, useAccount().id);
  const [element, width] = useWidth();
  const taken = BORDERS + (props.selection ? CHECKBOX_WIDTH : 0);
  const fitting = useMemo(() => fittingColumns(columns, width && width - taken), [columns, width, taken]);
  const stored = useStored(chosen);
  const shown = stored ?? fitting;
  const asCards = phone && props.card;
  const usual = columns.filter(({ hidden }) => !hidden).map(({ key }) => key);
  const asked = stored ? [...columns.filter(({ fixed }) => fixed).map(({ key }) => key), ...stored] : usual;
  const hiddenByWidth = stored ? 0 : usual.filter((key) => !fitting.includes(key)).length;
  return (
    <div ref={element} className={styles.table} data-table tabIndex={-1}>
      <div className={styles.tools}>
        <div className={styles.filters}>{props.tools}</div>
        <div className={styles.end}>
          {props.actions?.(asCards ? asked : shown)}
          {asCards ? (
            <CardTools {...props} />
          ) : (
            <div>
              <DensitySwitch />
              <ColumnChooser columns={columns} shown={shown} more={hiddenByWidth} onShown={chosen.set} />
            </div>
          )}
        </div>
      </div>
      <Body {...props} shown={shown} />
      {props.selection ? <SelectionBar selection={props.selection} /> : null}
    </div>
  );
}

function CardTools<Row extends object>({ selection, rows }: DataTableProps<Row>) {
  if (!selection || !rows || rows.length === 0) return null;
  return <ChooseCards selection={selection} rows={rows} />;
}

function Body<Row extends object>(props: DataTableProps<Row> & { shown: readonly string[] }) {
  const { rows, card } = props;
  const phone = usePhone();
  if (!rows) return <SkeletonTable />;
  if (rows.length === 0 && (props.state?.page ?? 1) === 1) return props.empty ?? <EmptyState />;
  if (phone && card) return <CardList {...props} rows={rows} card={card} />;
  return <Rows {...props} rows={rows} />;
}

type RowsProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; shown: readonly string[] };

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { rows, rowKey, virtualHeight, onPeek } = props;
  const density = useStored(storedDensity);
  const columns = useAntColumns(props);
  const pagination = usePagination(props);
  const rowSelection = useRowSelection(props);
  const { open, choose, focusable } = rowActions(props);
  const width = columns.reduce((sum, column) => sum + Number(column.width), 0);
  return (
    <Table<Row>
      aria-label={props.label}
      columns={columns}
      dataSource={rows as Row[]}
      rowKey={rowKey}
      className={density === 'compact' ? styles.compact : undefined}
      size={density === 'compact' ? 'small' : 'middle'}
      loading={props.busy ?? false}
      pagination={pagination}
      {...(rowSelection ? { rowSelection } : {})}
      {...(props.sums
        ? { summary: () => <SumsRow columns={columns} sums={props.sums!} before={rowSelection ? 1 : 0} /> }
        : {})}
      virtual={virtualHeight !== undefined}
      scroll={{ x: width, ...(virtualHeight === undefined ? {} : { y: virtualHeight }) }}
      sortDirections={['descend', 'ascend', 'descend']}
      onChange={(_page, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter;
        const sort = props.columns.find(({ key }) => key === columnKey)?.sort;
        const wanted = order === 'ascend' ? 'asc' : 'desc';
        if (!sort || (sort === props.state?.sort && wanted === props.state.order)) return;
        props.onState?.({ sort, order: wanted, page: 1 });
      }}
      onRow={(row, index) => ({
        'data-row': true,
        tabIndex: focusable ? (index === 0 ? 0 : -1) : undefined,
        className: open ? styles.opens : undefined,
        onClick: (event: React.MouseEvent) => {
          const target = event.target as Element;
          if (target.closest('a, button, input, label')) return;
          if (choose && target.closest(CHECKBOX_CELL)) choose(row);
          else open?.(row);
        },
        onKeyDown: (event: React.KeyboardEvent<HTMLElement>) =>
          moveByKey(event, { open: open && (() => open(row)), choose: choose && (() => choose(row)) }),
        onMouseEnter: () => onPeek?.(row),
        onFocus: () => onPeek?.(row),
      })}
    />
  );
}

function useAntColumns<Row extends object>(props: RowsProps<Row>): NonNullable<TableProps<Row>['columns']> {
  const { columns, shown, state } = props;
  return useMemo(
    () =>
      columns
        .filter((column) => column.fixed || shown.includes(column.key))
        .map((column) => ({
          key: column.key,
          title: column.hint ? <span title={column.hint}>{column.title}</span> : column.title,
          align: column.align ?? 'left',
          width: widthOf(column),
          ...(column.fixed ? { fixed: 'left' as const } : {}),
          ...(column.sort
            ? { sorter: true, sortOrder: sortOrder(state, column.sort), showSorterTooltip: false }
            : {}),
          render: (_value: unknown, row: Row) => column.render(row),
        })),
    [columns, shown, state],
  );
}

function sortOrder(state: TableState | undefined, sort: string): 'ascend' | 'descend' | null {
  if (state?.sort !== sort) return null;
  return state.order === 'asc' ? 'ascend' : 'descend';
}

function usePagination<Row>(props: RowsProps<Row>): TableProps<Row>['pagination'] {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { total, more = false, state, onState } = props;
  if (total === undefined || !state) return false;
  return {
    current: state.page,
    pageSize: state.pageSize,
    total,
    showSizeChanger: true,
    pageSizeOptions: [20, 50, 100, 200],
    responsive: true,
    showTotal: (_total, [from, to]) =>
      t('table.range', {
        from: format.number(from),
        to: format.number(to),
        total: more ? `${format.number(total, 0)}+` : format.number(total, 0),
      }),
    onChange: (page, pageSize) => onState?.(pageSize === state.pageSize ? { page } : { page: 1, pageSize }),
  };
}
