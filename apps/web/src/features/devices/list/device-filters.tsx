import { DEVICE_KINDS, DEVICE_STATUSES, type DeviceKind, type DeviceStatus } from '@sunfleet/contract';
import { Input, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LabelFilter } from '../../../ui/label/label-filter.tsx';
import { StatusChips } from '../../../ui/status/status-chips.tsx';
import type { DeviceListState } from './device-list-state.ts';
import styles from './list.module.css';

const BOUND = ['true', 'false'] as const;

interface DeviceFiltersProps {
  list: DeviceListState;
  counts: Readonly<Record<DeviceStatus, number>> | undefined;
}

/** Search, kind, whether bound to a station, and the statuses with their counts. */
export function DeviceFilters({ list, counts }: DeviceFiltersProps) {
  const { t } = useTranslation('devices');
  const { state, filter } = list;
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters}>
        <Input.Search
          className={styles.search}
          allowClear
          value={state.q}
          placeholder={t('filter.search')}
          aria-label={t('filter.search')}
          onChange={(event) => filter({ q: event.target.value })}
        />
        <Select
          className={styles.kinds}
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          placeholder={t('filter.kind')}
          aria-label={t('filter.kind')}
          value={[...state.kind]}
          options={DEVICE_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          onChange={(kind: DeviceKind[]) => filter({ kind })}
        />
        <LabelFilter chosen={state.label} onChange={(label) => filter({ label })} />
        <Segmented
          aria-label={t('bound.label')}
          value={state.bound}
          options={BOUND.map((value) => ({ value, label: t(`bound.${value}`) }))}
          onChange={(bound) => filter({ bound })}
        />
      </div>
      <StatusChips
        of="device"
        values={DEVICE_STATUSES}
        label={t('filter.status')}
        counts={counts}
        chosen={state.status}
        onChange={(status) => filter({ status })}
      />
    </div>
  );
}
