import type { DeviceDetail } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { type AlarmColumn, useAlarmColumns } from '../../../ui/alarm/alarm-columns.tsx';
import { AlarmTable } from '../../../ui/alarm/alarm-table.tsx';
import { Permitted } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';

const STATES = ['all', 'active', 'recovered'] as const;
const FIELDS = {
  state: choiceField(STATES, 'all'),
  sort: choiceField(['beganAt', 'level', 'duration'], 'beganAt'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  alarm: integerField(0),
};
const COLUMNS: readonly AlarmColumn[] = [
  'name',
  'level',
  'code',
  'beganAt',
  'duration',
  'recoveredAt',
  'handling',
];

/** Alarms of the device, the newest first; a row opens its cause and advice. */
export function AlarmsTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="alarms.view">
      <DeviceAlarms deviceId={device.id} />
    </Permitted>
  );
}

function DeviceAlarms({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation(['devices', 'alarms']);
  const [{ alarm, ...state }, set] = useUrlState(FIELDS);
  const columns = useAlarmColumns({ keys: COLUMNS });
  const alarms = useCall(
    'listAlarms',
    { query: { deviceId, ...state } },
    { keepPrevious: true, refetchMs: 30_000 },
  );
  return (
    <AlarmTable
      label={t('tab.alarms')}
      name="device-alarms"
      columns={columns}
      alarms={alarms}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      opened={alarm}
      onOpened={(id) => set({ alarm: id }, { push: id !== 0 })}
      empty={<EmptyState title={t('alarms.emptyTitle')} hint={t('alarms.emptyHint')} />}
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
