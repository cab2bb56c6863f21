import type { Alarm } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useAlarmColumns } from './alarm-rows.tsx';
import { useStation } from './detail-layout.tsx';

const STATES = ['active', 'recovered', 'all'] as const;
const FIELDS = { state: choiceField(STATES, 'active'), page: integerField(1), pageSize: integerField(20) };

/** Alarms of the station, active ones first asked for. */
export function AlarmTab() {
  const { t } = useTranslation(['stations', 'alarms']);
  const station = useStation();
  const [{ state, page, pageSize }, set] = useUrlState(FIELDS);
  const columns = useAlarmColumns(station.timeZone);
  const sort = { sort: 'beganAt', order: 'desc' } as const;
  const alarms = useCall(
    'listAlarms',
    { query: { stationId: station.id, state, page, pageSize, ...sort } },
    { keepPrevious: true, refetchMs: 30_000 },
  );
  if (alarms.error && !alarms.data) return <ErrorState error={alarms.error} onRetry={alarms.refetch} />;
  return (
    <DataTable<Alarm>
      label={t('detail.tab.alarm')}
      name="station-alarms"
      columns={columns}
      rows={alarms.data?.rows}
      rowKey={(row) => row.id}
      total={alarms.data?.total ?? 0}
      state={{ page, pageSize, ...sort }}
      onState={(change) => set(change)}
      busy={alarms.isPlaceholderData}
      empty={<EmptyState title={t('alarm.emptyTitle')} hint={t('alarm.emptyHint')} />}
      tools={
        <Segmented
          aria-label={t('filter.state', { ns: 'alarms' })}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`state.${value}`, { ns: 'alarms' }) }))}
          onChange={(value) => set({ state: value, page: 1 })}
        />
      }
    />
  );
}
