import { deviceAddress, type DeviceRow, topologyAddress } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat, type Format } from '../../../lib/format/use-format.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { DeviceCard } from '../../../parts/devices/device-card.tsx';
import { modelOf } from '../../../parts/devices/model-of.ts';
import { LastData } from '../../../parts/devices/last-data.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { AddDevice, useMayAddDevice } from '../../../parts/devices/add-device.tsx';
import { useStation } from '../../../parts/stations/use-station.ts';
import { ConnectHint } from './connect-hint.tsx';
import styles from './detail.module.css';

/** Devices of the station; loggers stand before what hangs on them. */
export function DeviceTab() {
  const { t } = useTranslation(['stations', 'devices', 'topology']);
  const format = useFormat();
  const navigate = useNavigate();
  const station = useStation();
  const devices = useCall(
    'listDevices',
    { query: { stationId: station.id, pageSize: 200, sort: 'kind', order: 'asc' } },
    { refetchMs: 30_000 },
  );
  const rows = useMemo(() => devices.data && byTree(devices.data.rows), [devices.data]);
  useLive({ stations: [station.id], devices: rows?.map(({ id }) => id) ?? [] });
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  const perhaps = useMay('devices.create');
  const mayAdd = useMayAddDevice(station.id);
  if (devices.error && !rows) return <ErrorState error={devices.error} onRetry={devices.refetch} />;
  return (
    <DataTable<DeviceRow>
      label={t('detail.tab.device')}
      name="station-devices"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={({ id }) => navigate(deviceAddress(id))}
      empty={<ConnectHint mayAdd={mayAdd} />}
      card={(row) => <DeviceCard row={row} />}
      tools={
        // Whether it may be done here is read from the server. The place of the button is kept meanwhile.
        <div className={styles.add}>
          {rows && rows.length > 0 ? (
            <Link className={styles.tree} to={topologyAddress(station.id)}>
              {t('title', { ns: 'topology' })}
            </Link>
          ) : null}
          {perhaps && mayAdd ? <AddDevice station={station} /> : null}
        </div>
      }
    />
  );
}

/** Each logger is followed by its devices. */
function byTree(rows: readonly DeviceRow[]): DeviceRow[] {
  const tops = rows.filter(({ parent }) => !rows.some(({ id }) => id === parent?.id));
  return tops.flatMap((top) => [top, ...rows.filter(({ parent }) => parent?.id === top.id)]);
}

type T = TFunction<['stations', 'devices']>;

function columnsOf(t: T, format: Format): Column<DeviceRow>[] {
  const number = { align: 'right', width: 104 } as const;
  return [
    {
      key: 'sn',
      title: t('column.sn', { ns: 'devices' }),
      fixed: true,
      width: 160,
      render: (row) => <span className={row.parent ? styles.child : undefined}>{row.name ?? row.sn}</span>,
    },
    {
      key: 'kind',
      title: t('column.kind', { ns: 'devices' }),
      width: 140,
      render: (row) => t(`kind.${row.kind}`, { ns: 'devices' }),
    },
    {
      key: 'status',
      title: t('column.status'),
      width: 130,
      render: (row) => <StatusBadge of="device" value={row.live.status} />,
    },
    {
      key: 'model',
      title: t('column.model', { ns: 'devices' }),
      width: 250,
      render: modelOf,
    },
    { key: 'power', title: t('column.power'), ...number, render: (row) => format.power(row.live.power) },
    {
      key: 'energyToday',
      title: t('column.energyToday'),
      ...number,
      render: (row) => format.energy(row.live.energyToday),
    },
    {
      key: 'alarms',
      title: t('column.alarms'),
      ...number,
      width: 80,
      render: (row) => format.number(row.live.openAlarms, 0),
    },
    {
      key: 'lastDataAt',
      title: t('column.lastData'),
      align: 'right',
      width: 130,
      render: (row) => <LastData row={row} />,
    },
  ];
}
