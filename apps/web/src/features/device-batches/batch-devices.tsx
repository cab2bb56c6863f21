import { deviceAddress, type DeviceBatch, type DeviceRow } from '@sunfleet/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useMayCall } from '../../lib/session/session-context.tsx';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { DeviceCard } from '../../parts/devices/device-card.tsx';
import { modelOf } from '../../parts/devices/model-of.ts';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useSelection } from '../../ui/table/use-selection.ts';

const FIELDS = { page: integerField(1), pageSize: integerField(20) };

/** Devices of a batch by serial number, which can be chosen and taken out of it. */
export function BatchDevices({ batch: { id } }: { batch: DeviceBatch }) {
  const { t } = useTranslation(['device-batches', 'devices']);
  const [{ page, pageSize }, set] = useUrlState(FIELDS);
  const query = { batch: [id], page, pageSize, sort: 'sn', order: 'asc' } as const;
  const devices = useCall(
    'listDevices',
    { query: { ...query, batch: [id] } },
    { keepPrevious: true, refetchMs: 30_000 },
  );
  const rows = devices.data?.rows;
  const selection = useSelection({ rows, filter: String(id) });
  const mayEdit = useMayCall('removeFromDeviceBatch');
  const takeOut = useAction('removeFromDeviceBatch', {
    invalidates: ['listDevices', 'getDeviceBatch', 'listDeviceBatches'],
    onDone: selection.clear,
  });
  const name = ({ id: deviceId, name: own, sn }: DeviceRow) => (
    <Link to={deviceAddress(deviceId)}>{own ?? sn}</Link>
  );
  const columns: Column<DeviceRow>[] = [
    { key: 'name', title: t('column.name'), fixed: true, width: 180, render: name },
    { key: 'sn', title: t('devices:column.sn'), width: 160, render: ({ sn }) => sn },
    {
      key: 'status',
      title: t('devices:column.status'),
      width: 120,
      render: ({ live }) => <StatusBadge of="device" value={live.status} />,
    },
    { key: 'model', title: t('devices:column.model'), width: 220, render: modelOf },
    {
      key: 'station',
      title: t('devices:column.station'),
      width: 200,
      render: ({ station }) => station?.name ?? UNKNOWN,
    },
    {
      key: 'firmware',
      title: t('devices:column.firmware'),
      width: 140,
      render: ({ firmware }) => firmware ?? UNKNOWN,
    },
  ];
  const actions = (
    <Button
      loading={takeOut.isPending}
      onClick={() => takeOut.mutate({ params: { id }, body: { deviceIds: [...selection.rows.keys()] } })}
    >
      {t('takeOut')}
    </Button>
  );
  return (
    <DataTable<DeviceRow>
      label={t('column.devices')}
      name="batch-devices"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      total={devices.data?.total ?? 0}
      state={{ page, pageSize, sort: 'sn', order: 'asc' }}
      onState={(change) => set({ page: change.page ?? page, pageSize: change.pageSize ?? pageSize })}
      busy={devices.isPlaceholderData}
      card={(row) => <DeviceCard row={row} withStation />}
      selection={mayEdit ? { of: selection, nameOf: ({ name: own, sn }) => own ?? sn, actions } : undefined}
      empty={<EmptyState title={t('noDevices')} hint={t('empty.hint')} />}
    />
  );
}
