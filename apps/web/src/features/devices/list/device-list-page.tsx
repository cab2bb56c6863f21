import { ADDRESSES, DEVICE_TEXTS, deviceAddress, type DeviceRow } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall, usePrefetch } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { useAccount, useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { AddDevice } from '../../../parts/devices/add-device.tsx';
import { DeviceCard } from '../../../parts/devices/device-card.tsx';
import { useNewerFirmware } from '../../../parts/firmware/newer-firmware.tsx';
import { AddToBatch } from '../../../parts/devices/several/add-to-batch.tsx';
import { SeveralDevices } from '../../../parts/devices/several/several-devices.tsx';
import { OwnDisputes } from '../../../parts/disputes/own-disputes.tsx';
import { useLabelSelection } from '../../../parts/labels/use-label-selection.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { RowSelection } from '../../../ui/table/data-table-props.ts';
import { deviceColumns } from './device-columns.tsx';
import { DeviceChips, DeviceFilters, DevicesNarrowedBy } from './device-filters.tsx';
import { ExportDevices } from './export-devices.tsx';
import styles from './device-list.module.css';
import { deviceFilter, type DeviceListState, useDeviceListState } from './device-list-state.ts';

/** Every device the account may see; worst first until asked otherwise. */
export function DeviceListPage() {
  const { t } = useTranslation(['devices', 'products', 'device-batches']);
  const { t: points } = useTranslation('points');
  const list = useDeviceListState();
  const mayAdd = useMay('devices.create');
  const seesOperations = useMay('operations.view');
  const professional = !usePersonal();
  const seesBatches = professional && seesOperations;
  const seesUnbound = professional && mayAdd;
  const devices = useDevices(list.state);
  const rows = devices.data?.rows;
  useLive({ devices: rows?.map(({ id }) => id) ?? [] });
  const filter = JSON.stringify(deviceFilter(list.state));
  const selection = withActs(useLabelSelection({ of: 'device', rows, filter, nameOf }));
  return (
    <Page
      help="devices"
      title={t('title')}
      permission="devices.view"
      actions={
        <>
          {seesUnbound ? <Link to={ADDRESSES.uploadItems}>{t('import.title')}</Link> : null}
          {seesUnbound ? <Link to={ADDRESSES.connectedDevices}>{t('connected.title')}</Link> : null}
          <Link to={ADDRESSES.searchSerials}>{t('lookUp.several')}</Link>
          {seesBatches ? <Link to={ADDRESSES.deviceBatches}>{t('column.batches')}</Link> : null}
          {seesBatches ? <Link to={ADDRESSES.products}>{t('products:title')}</Link> : null}
          <Link to={ADDRESSES.points}>{points('catalogue.title')}</Link>
          {mayAdd ? <AddDevice /> : null}
        </>
      }
      toolbar={
        <div className={styles.toolbar}>
          <DeviceFilters list={list} />
          <DevicesNarrowedBy list={list} />
        </div>
      }
    >
      <OwnDisputes />
      <List list={list} devices={devices} selection={selection} />
    </Page>
  );
}

const nameOf = ({ name, sn }: DeviceRow) => name ?? sn;

/** Beside their labels, what else is done to chosen devices. */
function withActs(selection: RowSelection<DeviceRow> | undefined): RowSelection<DeviceRow> | undefined {
  if (!selection) return undefined;
  const deviceIds = [...selection.of.rows.keys()];
  const onDone = selection.of.clear;
  const actions = (
    <>
      {selection.actions}
      <AddToBatch deviceIds={deviceIds} onDone={onDone} />
      <SeveralDevices
        target={{ deviceIds, batchIds: [] }}
        count={deviceIds.length}
        acts={['parameters', 'product', 'move', 'unbind']}
        onDone={onDone}
      />
    </>
  );
  return { ...selection, actions };
}

/** Asks once a text is typed, and at once for everything else. */
function useDevices(state: DeviceListState['state']) {
  const texts = Object.fromEntries((['q', ...DEVICE_TEXTS] as const).map((key) => [key, state[key]]));
  const typed = useDelayed(JSON.stringify(texts), 250);
  const { page, pageSize, sort, order } = state;
  const asked = { ...state, ...(JSON.parse(typed) as typeof texts) };
  const query = { ...deviceFilter(asked), page, pageSize, sort, order };
  return useCall('listDevices', { query }, { keepPrevious: true, refetchMs: 30_000 });
}

interface ListProps {
  list: DeviceListState;
  devices: ReturnType<typeof useDevices>;
  selection: RowSelection<DeviceRow> | undefined;
}

function List({ list, devices, selection }: ListProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const navigate = useNavigate();
  const { visitor } = useAccount();
  const prefetch = usePrefetch();
  const newer = useNewerFirmware(devices.data?.rows.map(({ id }) => id) ?? []);
  const columns = useMemo(() => deviceColumns(t, format, newer), [t, format, newer]);
  if (devices.error && !devices.data) {
    const title = list.state.bound === 'false' ? t('connectedFailed') : undefined;
    return <ErrorState error={devices.error} onRetry={devices.refetch} title={title} />;
  }
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
      card={(row) => <DeviceCard row={row} withStation />}
      selection={selection}
      actions={
        visitor
          ? undefined
          : (shown) => (
              <ExportDevices
                state={list.state}
                columns={shown}
                chosen={[...(selection?.of.rows.keys() ?? [])]}
              />
            )
      }
      tools={<DeviceChips list={list} counts={devices.data?.counts} />}
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
