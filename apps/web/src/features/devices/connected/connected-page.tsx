import { ADDRESSES, deviceAddress, type DeviceRow } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { choiceField, integerField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { DeviceCard } from '../../../parts/devices/device-card.tsx';
import { FilterRow, SearchFilter } from '../../../ui/filter/filters.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { ConnectedActions } from './connected-actions.tsx';
import { connectedColumns } from './connected-columns.tsx';

const STATES = ['all', 'waiting', 'blocked'] as const;
const FIELDS = {
  q: textField(),
  state: choiceField(STATES, 'all'),
  sort: choiceField(['sn', 'kind', 'model', 'connection', 'lastDataAt'], 'lastDataAt'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
};

const BLOCKED = { all: {}, waiting: { blocked: 'false' }, blocked: { blocked: 'true' } } as const;

/** Devices that reported and belong to no station: they are added to one, or refused. */
export function ConnectedPage() {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const navigate = useNavigate();
  const [state, set] = useUrlState(FIELDS);
  const q = useDelayed(state.q.trim(), 250);
  const { page, pageSize, sort, order } = state;
  const query = {
    bound: 'false',
    ...BLOCKED[state.state],
    ...(q ? { q } : {}),
    page,
    pageSize,
    sort,
    order,
  } as const;
  const devices = useCall('listDevices', { query }, { keepPrevious: true, refetchMs: 15_000 });
  const rows = devices.data?.rows;
  const columns = useMemo(() => connectedColumns(t, format), [t, format]);
  const selection = useSelection({ rows, filter: JSON.stringify([q, state.state]) });
  const may = useMay('devices.create');
  const narrowed = q !== '' || state.state !== 'all';
  return (
    <Page
      help="devices"
      title={t('connected.title')}
      subtitle={t('connected.hint')}
      permission="devices.view"
      breadcrumb={<Link to={ADDRESSES.devices}>{t('title')}</Link>}
      toolbar={
        <FilterRow>
          <SearchFilter
            label={t('filter.search')}
            value={state.q}
            onChange={(typed) => set({ q: typed, page: 1 })}
          />
          <Segmented
            aria-label={t('connected.state')}
            value={state.state}
            options={STATES.map((value) => ({ value, label: t(`connected.${value}`) }))}
            onChange={(value) => set({ state: value, page: 1 })}
          />
        </FilterRow>
      }
    >
      {devices.error && !devices.data ? (
        <ErrorState error={devices.error} onRetry={devices.refetch} title={t('connectedFailed')} />
      ) : (
        <DataTable<DeviceRow>
          label={t('connected.title')}
          name="connected-devices"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          total={devices.data?.total ?? 0}
          state={state}
          onState={(change) => set(change as Partial<typeof state>)}
          busy={devices.isPlaceholderData}
          onOpen={({ id }) => navigate(deviceAddress(id))}
          card={(row) => <DeviceCard row={row} />}
          selection={
            may
              ? {
                  of: selection,
                  nameOf: ({ sn }) => sn,
                  actions: (
                    <ConnectedActions devices={[...selection.rows.values()]} onDone={selection.clear} />
                  ),
                }
              : undefined
          }
          empty={
            narrowed ? (
              <NoMatch onClear={() => set({ q: '', state: 'all', page: 1 })} />
            ) : (
              <EmptyState title={t('connected.emptyTitle')} hint={t('connected.emptyHint')} />
            )
          }
        />
      )}
    </Page>
  );
}
