import { DEVICE_KINDS, DEVICE_STATUSES, type DeviceStatus } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { ActiveFilters } from '../../../ui/filter/active-filters.tsx';
import { FilterButton } from '../../../ui/filter/filter-button.tsx';
import { FilterRow, ManyFilter, SearchFilter } from '../../../ui/filter/filters.tsx';
import { SavedViews } from '../../../parts/saved-views/saved-views.tsx';
import { LabelFilter } from '../../../parts/labels/label-filter.tsx';
import { StatusChips } from '../../../parts/status/status-chips.tsx';
import type { DeviceListState } from './device-list-state.ts';
import { savedDevices } from './saved-list.ts';
import { useDeviceFilterWords } from './use-device-filter-words.ts';

const BOUND = ['true', 'false'] as const;

const DeviceFilterPanel = lazyPart(() =>
  import('./device-filter-panel.tsx').then((part) => part.DeviceFilterPanel),
);

/** Search, kind, labels, whether bound to a station, and the way to the filters of all columns. */
export function DeviceFilters({ list }: { list: DeviceListState }) {
  const { t } = useTranslation('devices');
  const { state, filter } = list;
  const unbound = useUnbound();
  const { visitor } = useAccount();
  return (
    <FilterRow>
      <SearchFilter label={t('filter.search')} value={state.q} onChange={(q) => filter({ q })} />
      <ManyFilter
        label={t('filter.kind')}
        values={DEVICE_KINDS}
        textOf={(kind) => t(`kind.${kind}`)}
        chosen={state.kind}
        onChange={(kind) => filter({ kind })}
      />
      <LabelFilter chosen={state.label} onChange={(label) => filter({ label })} />
      <FilterButton
        active={list.active.length}
        panel={(close) => <DeviceFilterPanel list={list} onClose={close} />}
      />
      {unbound || state.bound === 'false' ? (
        <Segmented
          aria-label={t('bound.label')}
          value={state.bound}
          options={BOUND.map((value) => ({ value, label: t(`bound.${value}`) }))}
          onChange={(bound) => filter({ bound })}
        />
      ) : null}
      {visitor ? null : <SavedViews list={savedDevices(list)} />}
    </FilterRow>
  );
}

/** What the list is narrowed by, with a way to take each off. */
export function DevicesNarrowedBy({ list }: { list: DeviceListState }) {
  const words = useDeviceFilterWords(list.state);
  return (
    <ActiveFilters
      active={list.active}
      sentence={words.sentence}
      onTakeOff={list.takeOff}
      onClear={list.clear}
    />
  );
}

interface DeviceChipsProps {
  list: DeviceListState;
  counts: Readonly<Record<DeviceStatus, number>> | undefined;
}

/** The statuses with their counts. */
export function DeviceChips({ list: { state, filter }, counts }: DeviceChipsProps) {
  const { t } = useTranslation('devices');
  return (
    <StatusChips
      of="device"
      values={DEVICE_STATUSES}
      label={t('filter.status')}
      counts={counts}
      chosen={state.status}
      onChange={(status) => filter({ status })}
    />
  );
}

/** Whether the account sees devices without a station. Without one, the filter would find nothing. */
function useUnbound(): boolean {
  const { data } = useCall('listDevices', { query: { bound: 'false', pageSize: 1 } });
  return (data?.total ?? 0) > 0;
}
