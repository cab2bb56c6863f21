import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { type AlarmColumn, useAlarmColumns } from '../../../ui/alarm/alarm-columns.tsx';
import { AlarmTable } from '../../../ui/alarm/alarm-table.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useStation } from '../../../lib/use-station.ts';

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
  return (
    <AlarmTable
      label={t('detail.tab.alarm')}
      name="station-alarms"
      columns={columns}
      alarms={alarms}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      opened={alarm}
      onOpened={(id) => set({ alarm: id }, { push: id !== 0 })}
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
  );
}
