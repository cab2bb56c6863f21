import { DEVICE_KINDS, DEVICE_STATUSES, type DeviceStatus } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { FilterRow, ManyFilter, SearchFilter } from '../../../ui/filter/filters.tsx';
import { LabelFilter } from '../../../parts/labels/label-filter.tsx';
import { StatusChips } from '../../../parts/status/status-chips.tsx';
import type { DeviceListState } from './device-list-state.ts';

const BOUND = ['true', 'false'] as const;

/** Search, kind, labels, and whether bound to a station. */
export function DeviceFilters({ list }: { list: DeviceListState }) {
  const { t } = useTranslation('devices');
  const { state, filter } = list;
  const unbound = useUnbound();
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
      {unbound || state.bound === 'false' ? (
        <Segmented
          aria-label={t('bound.label')}
          value={state.bound}
          options={BOUND.map((value) => ({ value, label: t(`bound.${value}`) }))}
          onChange={(bound) => filter({ bound })}
        />
      ) : null}
    </FilterRow>
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
