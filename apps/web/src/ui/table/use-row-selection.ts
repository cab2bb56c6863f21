import type { TableProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataTableProps } from './data-table-props.ts';

type Options<Row> = Pick<DataTableProps<Row>, 'selection' | 'rowKey'> & { rows: readonly Row[] };

/** Class of the cells that hold the checkboxes. */
export const CHECKBOX_CELL = '.ant-table-selection-column';

/** px of their column. */
export const CHECKBOX_WIDTH = 48;

/** The column of checkboxes. The one in its head chooses the whole page. */
export function useRowSelection<Row extends object>({
  selection,
  rowKey,
  rows,
}: Options<Row>): TableProps<Row>['rowSelection'] {
  const { t } = useTranslation('common');
  if (!selection) return undefined;
  const { of, nameOf } = selection;
  return {
    selectedRowKeys: [...of.rows.keys()],
    preserveSelectedRowKeys: true,
    columnWidth: CHECKBOX_WIDTH,
    fixed: 'left',
    getTitleCheckboxProps: () => ({ 'aria-label': t('table.choosePage') }),
    getCheckboxProps: (row) => ({ 'aria-label': t('table.chooseRow', { name: nameOf(row) }) }),
    onChange(keys) {
      const on = new Set(keys);
      of.set(rows, (row) => on.has(rowKey(row)));
    },
  };
}
