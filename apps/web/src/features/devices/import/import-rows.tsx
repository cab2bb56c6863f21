import { type DeviceImport, type DeviceImportRow, deviceAddress } from '@sunfleet/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import styles from '../../../parts/tables/cell-errors.module.css';
import { Card } from '../../../ui/page/card.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import type { Column, TableState } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowState } from './import-state.tsx';

const FIRST: TableState = { page: 1, pageSize: 50, sort: 'row', order: 'asc' };

interface ImportRowsProps {
  made: DeviceImport;
  refetchMs: number | false;
}

/** Rows of a table of devices: what is wrong comes first, then what was refused, what is open, what is done. */
export function ImportRows({ made, refetchMs }: ImportRowsProps) {
  const { t } = useTranslation(['devices', 'stations']);
  const [state, setState] = useState(FIRST);
  const { page, pageSize } = state;
  const rows = useCall(
    'listDeviceImportRows',
    { params: { id: made.id }, query: { page, pageSize } },
    { refetchMs, keepPrevious: true },
  );
  const columns = useMemo<Column<DeviceImportRow>[]>(
    () => [
      {
        key: 'row',
        title: t('import.row'),
        fixed: true,
        align: 'right',
        width: 70,
        render: ({ row }) => row,
      },
      { key: 'sn', title: t('column.sn'), width: 170, render: (row) => <SerialNumber row={row} /> },
      {
        key: 'state',
        title: t('serials.outcome'),
        width: 190,
        render: (row) => <RowState state={row.state} />,
      },
      {
        key: 'message',
        title: t('stations:batch.message'),
        width: 340,
        render: ({ message }) => message ?? UNKNOWN,
      },
      { key: 'station', title: t('column.station'), width: 170, render: ({ station }) => station || UNKNOWN },
      {
        key: 'kind',
        title: t('column.kind'),
        width: 140,
        render: ({ kind }) => (kind ? t(`kind.${kind}`) : UNKNOWN),
      },
    ],
    [t],
  );
  if (rows.error && !rows.data) return <ErrorState error={rows.error} onRetry={rows.refetch} />;
  return (
    <Card title={t('title')}>
      <DataTable<DeviceImportRow>
        label={t('import.title')}
        name="device-import-rows"
        columns={columns}
        rows={rows.data?.rows}
        rowKey={({ row }) => row}
        {...(rows.data ? { total: rows.data.total } : {})}
        state={state}
        onState={(change) => setState((before) => ({ ...before, ...change }))}
        card={(row) => (
          <div className={styles.card}>
            <strong>
              {row.row} · <SerialNumber row={row} />
            </strong>
            <RowState state={row.state} />
            {row.message ? <span>{row.message}</span> : null}
            <span className={styles.hint}>
              {[row.station, row.kind && t(`kind.${row.kind}`)].filter(Boolean).join(' · ')}
            </span>
          </div>
        )}
      />
    </Card>
  );
}

function SerialNumber({ row: { sn, deviceId } }: { row: DeviceImportRow }) {
  if (deviceId !== null) return <Link to={deviceAddress(deviceId)}>{sn}</Link>;
  return sn || UNKNOWN;
}
