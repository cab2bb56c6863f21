import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { type AlarmColumn, useAlarmColumns } from '../../parts/alarms/alarm-columns.tsx';
import { AlarmTable } from '../../parts/alarms/alarm-table.tsx';
import { FilterRow, SearchFilter } from '../../ui/filter/filters.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, NoMatch } from '../../ui/page/states.tsx';
import { StatusChips } from '../../parts/status/status-chips.tsx';
import { ALARM_STATES, type AlarmListState, LEVELS, useAlarmListState } from './alarm-list-state.ts';

/** Alarms of every station the account may see, the open and worst ones first until asked otherwise. */
export function AlarmListPage() {
  const { t } = useTranslation('alarms');
  const list = useAlarmListState();
  const alarms = useAlarms(list.state);
  return (
    <Page
      help="alarms"
      title={t('title')}
      permission="alarms.view"
      toolbar={<Filters list={list} alarms={alarms} />}
    >
      <List list={list} alarms={alarms} />
    </Page>
  );
}

function useAlarms({ state, level, q, page, pageSize, sort, order }: AlarmListState['state']) {
  const text = useDelayed(q, 250).trim();
  const query = {
    state,
    page,
    pageSize,
    sort,
    order,
    ...(level.length > 0 ? { level: [...level] } : {}),
    ...(text ? { q: text } : {}),
  };
  return useCall('listAlarms', { query }, { keepPrevious: true, refetchMs: 30_000 });
}

interface PartProps {
  list: AlarmListState;
  alarms: ReturnType<typeof useAlarms>;
}

function Filters({ list, alarms }: PartProps) {
  const { t } = useTranslation('alarms');
  const { state, filter } = list;
  return (
    <FilterRow>
      <SearchFilter label={t('filter.search')} value={state.q} onChange={(q) => filter({ q })} />
      <Segmented
        aria-label={t('filter.state')}
        value={state.state}
        options={ALARM_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(value) => filter({ state: value })}
      />
      <StatusChips
        of="alarm"
        values={LEVELS}
        label={t('filter.level')}
        counts={alarms.data?.counts}
        chosen={state.level}
        onChange={(level) => filter({ level })}
      />
    </FilterRow>
  );
}

const COLUMNS: readonly AlarmColumn[] = [
  'name',
  'level',
  'station',
  'device',
  'beganAt',
  'duration',
  'recoveredAt',
  'code',
  'type',
];
const HIDDEN: readonly AlarmColumn[] = ['code', 'type'];

function List({ list, alarms }: PartProps) {
  const { t } = useTranslation('alarms');
  const columns = useAlarmColumns({ keys: COLUMNS, hidden: HIDDEN });
  const { state, set } = list;
  return (
    <AlarmTable
      label={t('title')}
      name="alarms"
      columns={columns}
      alarms={alarms}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      opened={state.alarm}
      onOpened={(id) => set({ alarm: id }, { push: id !== 0 })}
      empty={
        list.filtered ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
        )
      }
    />
  );
}
