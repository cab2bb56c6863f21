import type { DeviceRow } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall, usePrefetch } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { deviceAddress } from '../device-names.ts';
import { DeviceCard } from './device-card.tsx';
import { deviceColumns } from './device-columns.tsx';
import { DeviceFilters } from './device-filters.tsx';
import { type DeviceListState, useDeviceListState } from './device-list-state.ts';

/** Every device the account may see; worst first until asked otherwise. */
export function DeviceListPage() {
  const { t } = useTranslation('devices');
  const list = useDeviceListState();
  const devices = useDevices(list.state);
  useLive({ devices: devices.data?.rows.map(({ id }) => id) ?? [] });
  return (
    <Page
      title={t('title')}
      permission="devices.view"
      toolbar={<DeviceFilters list={list} counts={devices.data?.counts} />}
    >
      <List list={list} devices={devices} />
    </Page>
  );
}

function useDevices(state: DeviceListState['state']) {
  const { q, kind, status, label, bound, page, pageSize, sort, order } = state;
  const text = useDelayed(q, 250).trim();
  const query = {
    bound,
    page,
    pageSize,
    sort,
    order,
    ...(text ? { q: text } : {}),
    ...(kind.length > 0 ? { kind: [...kind] } : {}),
    ...(status.length > 0 ? { status: [...status] } : {}),
    ...(label.length > 0 ? { label: [...label] } : {}),
  };
  return useCall('listDevices', { query }, { keepPrevious: true, refetchMs: 30_000 });
}

function List({ list, devices }: { list: DeviceListState; devices: ReturnType<typeof useDevices> }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const navigate = useNavigate();
  const prefetch = usePrefetch();
  const columns = useMemo(() => deviceColumns(t, format), [t, format]);
  if (devices.error && !devices.data) return <ErrorState error={devices.error} onRetry={devices.refetch} />;
  return (
    <DataTable<DeviceRow>
      label={t('title')}
      name="devices"
      columns={columns}
      rows={devices.data?.rows}
      rowKey={(row) => row.id}
      total={devices.data?.total ?? 0}
      state={list.state}
      onState={(change) => list.set(change as Partial<typeof list.state>)}
      busy={devices.isPlaceholderData}
      onOpen={({ id }) => navigate(deviceAddress(id))}
      onPeek={({ id }) => prefetch('getDevice', { params: { id } })}
      card={(row) => <DeviceCard row={row} />}
      empty={
        list.filtered ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
        )
      }
      {...(list.state.pageSize > 50 ? { virtualHeight: 640 } : {})}
    />
  );
}
