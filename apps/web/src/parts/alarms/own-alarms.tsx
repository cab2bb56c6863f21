import { Segmented } from 'antd';
import { ALARM_SORTS } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { choiceField, integerField, useUrlState } from '../../lib/url-state.ts';
import { type AlarmColumn, useAlarmColumns } from './alarm-columns.tsx';
import { AlarmTable } from './alarm-table.tsx';

const STATES = ['active', 'recovered', 'all'] as const;
const fieldsFrom = (state: (typeof STATES)[number]) => ({
  state: choiceField(STATES, state),
  sort: choiceField(ALARM_SORTS, 'beganAt'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  alarm: integerField(0),
});

/** What differs: a station shows its open alarms with their devices; a device shows its history with the codes. */
const KINDS = {
  station: { fields: fieldsFrom('active'), columns: columnsWith('device') },
  device: { fields: fieldsFrom('all'), columns: columnsWith('code') },
} as const;

function columnsWith(own: AlarmColumn): readonly AlarmColumn[] {
  return ['name', 'level', own, 'beganAt', 'duration', 'loss', 'recoveredAt', 'handling'];
}

interface OwnAlarmsProps {
  of: keyof typeof KINDS;
  id: number;
  label: string;
  empty: ReactNode;
}

/** Alarms of one station or device, the newest first; a row opens its cause and advice. */
export function OwnAlarms({ of, id, label, empty }: OwnAlarmsProps) {
  const { t } = useTranslation('alarms');
  const { fields, columns } = KINDS[of];
  const [{ alarm, ...state }, set] = useUrlState(fields);
  const object = of === 'station' ? { stationId: id } : { deviceId: id };
  const query = { ...object, shielded: 'all' as const, ...state };
  const alarms = useCall('listAlarms', { query }, { keepPrevious: true, refetchMs: 30_000 });
  return (
    <AlarmTable
      label={label}
      name={`${of}-alarms`}
      columns={useAlarmColumns({ keys: columns })}
      alarms={alarms}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      opened={alarm}
      onOpened={(opened) => set({ alarm: opened }, { push: opened !== 0 })}
      empty={empty}
      tools={
        <Segmented
          aria-label={t('filter.state')}
          value={state.state}
          options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => set({ state: value, page: 1 })}
        />
      }
    />
  );
}
