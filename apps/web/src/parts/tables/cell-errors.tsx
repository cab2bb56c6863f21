import type { StationBatchError } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import styles from './cell-errors.module.css';

interface CellErrorsProps {
  checked: { errors: readonly StationBatchError[]; errorCount: number; fileName: string };
}

/** What is wrong in a table, by cell as the spreadsheet names it. */
export function CellErrors({ checked }: CellErrorsProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const columns = useMemo<Column<StationBatchError>[]>(
    () => [
      { key: 'cell', title: t('batch.cell'), fixed: true, width: 80, render: ({ cell }) => cell },
      { key: 'column', title: t('batch.column'), width: 150, render: ({ column }) => column || UNKNOWN },
      { key: 'value', title: t('batch.value'), width: 120, render: ({ value }) => value || UNKNOWN },
      { key: 'message', title: t('batch.message'), width: 340, render: ({ message }) => message },
    ],
    [t],
  );
  const { errors, errorCount, fileName } = checked;
  return (
    <Card title={t('batch.message')}>
      <p role="alert">{t('batch.wrong', { file: fileName, n: format.number(errorCount, 0) })}</p>
      <DataTable<StationBatchError>
        label={t('batch.message')}
        name="station-batch-errors"
        columns={columns}
        rows={errors}
        rowKey={({ cell, message }) => `${cell} ${message}`}
        card={({ cell, column, value, message }) => (
          <div className={styles.card}>
            <strong>{[cell, column].filter(Boolean).join(' · ')}</strong>
            {value ? <span className={styles.hint}>{value}</span> : null}
            <span>{message}</span>
          </div>
        )}
        {...(errors.length > 50 ? { virtualHeight: 480 } : {})}
      />
    </Card>
  );
}
