import type { ImportRun } from '@sunfleet/contract';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { csvOf } from '../../../ui/chart/csv.ts';
import { csvBlob, download } from '../../../ui/chart/download.ts';
import { Card } from '../../../ui/page/card.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from '../imports.module.css';

type ErrorRow = ImportRun['errors'][number] & { place: number };

/** Rows of the file with errors, by line, and the same as a file to work through. */
export function ErrorRows({ run }: { run: ImportRun }) {
  const { t } = useTranslation(['imports', 'common']);
  const format = useFormat();
  const columns = useMemo(() => errorColumns(t), [t]);
  const rows = run.errors.map((error, place) => ({ ...error, place }));
  const save = () => {
    const cells = run.errors.map(({ line, column, message }) => [line, column, message]);
    const table = { columns: columns.map(({ title }) => title), rows: cells };
    download(`${run.fileName}-${t('errors.title')}.csv`, csvBlob(csvOf(table)));
  };
  return (
    <Card
      title={t('errors.title')}
      extra={<Button onClick={save}>{t('chart.csv', { ns: 'common' })}</Button>}
    >
      <DataTable<ErrorRow>
        label={t('errors.title')}
        name="import-errors"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.place}
        tools={
          <span>
            {t('errors.shown', {
              shown: format.number(rows.length, 0),
              total: format.number(run.errorCount, 0),
            })}
          </span>
        }
        card={({ line, column, message }) => (
          <div className={styles.card}>
            <strong>{[`${t('errors.line')} ${line}`, column].filter(Boolean).join(' · ')}</strong>
            <span>{message}</span>
          </div>
        )}
        {...(rows.length > 50 ? { virtualHeight: 480 } : {})}
      />
    </Card>
  );
}

function errorColumns(t: TFunction<['imports', 'common']>): Column<ErrorRow>[] {
  return [
    {
      key: 'line',
      title: t('errors.line'),
      fixed: true,
      width: 90,
      align: 'right',
      render: ({ line }) => line,
    },
    { key: 'column', title: t('errors.column'), width: 180, render: ({ column }) => column ?? UNKNOWN },
    { key: 'message', title: t('errors.message'), width: 520, render: ({ message }) => message },
  ];
}
