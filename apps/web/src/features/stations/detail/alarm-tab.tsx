import type { Alarm } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { AlarmCard } from '../../../ui/alarm/alarm-card.tsx';
import { type AlarmColumn, useAlarmColumns } from '../../../ui/alarm/alarm-columns.tsx';
import { AlarmPanel } from '../../../ui/alarm/alarm-panel.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useStation } from './detail-layout.tsx';

const STATES = ['active', 'recovered', 'all'] as const;
const FIELDS = {
  state: choiceField(STATES, 'active'),
  sort: choiceField(['beganAt', 'level', 'duration'], 'beganAt'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  alarm: integerField(0),
};
const COLUMNS: readonly AlarmColumn[] = [
  'name',
  'level',
  'device',
  'beganAt',
  'duration',
  'recoveredAt',
  'handling',
];

/** Alarms of the station, the newest first; a row opens its cause and advice. */
export function AlarmTab() {
  const { t } = useTranslation(['stations', 'alarms']);
  const station = useStation();
  const [{ alarm, ...state }, set] = useUrlState(FIELDS);
  const columns = useAlarmColumns({ keys: COLUMNS });
  const alarms = useCall(
    'listAlarms',
    { query: { stationId: station.id, ...state } },
    { keepPrevious: true, refetchMs: 30_000 },
  );
  const rows = alarms.data?.rows;
  if (alarms.error && !rows) return <ErrorState error={alarms.error} onRetry={alarms.refetch} />;
  const open = ({ id }: Alarm) => set({ alarm: id }, { push: true });
  return (
    <>
      <DataTable<Alarm>
        label={t('detail.tab.alarm')}
        name="station-alarms"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        total={alarms.data?.total ?? 0}
        state={state}
        onState={(change) => set(change as Partial<typeof state>)}
        busy={alarms.isPlaceholderData}
        onOpen={open}
        card={(row) => <AlarmCard alarm={row} onOpen={() => open(row)} />}
        empty={<EmptyState title={t('alarm.emptyTitle')} hint={t('alarm.emptyHint')} />}
        tools={
          <Segmented
            aria-label={t('filter.state', { ns: 'alarms' })}
            value={state.state}
            options={STATES.map((value) => ({ value, label: t(`state.${value}`, { ns: 'alarms' }) }))}
            onChange={(value) => set({ state: value, page: 1 })}
          />
        }
      />
      <AlarmPanel alarm={rows?.find(({ id }) => id === alarm)} onClose={() => set({ alarm: 0 })} />
    </>
  );
}
