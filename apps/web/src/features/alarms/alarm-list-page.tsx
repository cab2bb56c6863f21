import { ADDRESSES, ALARM_HANDLINGS, ALARM_TYPES } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useLiveAlarms } from '../../lib/live/use-live.ts';
import { useAccount, useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { type AlarmColumn, useAlarmColumns } from '../../parts/alarms/alarm-columns.tsx';
import { AlarmTable } from '../../parts/alarms/alarm-table.tsx';
import { useAlarmSelection } from '../../parts/alarms/handling/use-alarm-selection.tsx';
import { SavedViews } from '../../parts/saved-views/saved-views.tsx';
import { FilterRow, ManyFilter, SearchFilter } from '../../ui/filter/filters.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, NoMatch } from '../../ui/page/states.tsx';
import { StatusChips } from '../../parts/status/status-chips.tsx';
import { AlarmSound } from './alarm-sound.tsx';
import { ExportAlarms } from './export-alarms.tsx';
import { savedAlarms } from './saved-list.ts';
import {
  ALARM_STATES,
  ASSIGNED,
  alarmQuery,
  type AlarmListState,
  filterTexts,
  LEVELS,
  SHIELDED,
  useAlarmListState,
} from './alarm-list-state.ts';

/** Alarms of every station the account may see: those that stand and are more than a tip, the largest loss first until asked otherwise. */
export function AlarmListPage() {
  const { t } = useTranslation(['alarms', 'alarm-rules']);
  const list = useAlarmListState();
  const alarms = useAlarms(list.state);
  const mayShield = useMay('alarms.shieldTemporarily');
  useLiveAlarms('shown', { enabled: useMay('telemetry.view') });
  const mayRule = useMayCall('createAlarmRule');
  return (
    <Page
      help="alarms"
      title={t('title')}
      permission="alarms.view"
      actions={
        <>
          {mayRule ? <Link to={ADDRESSES.alarmRules}>{t('title', { ns: 'alarm-rules' })}</Link> : null}
          <Link to={ADDRESSES.alarmStatistics}>{t('statistics.title')}</Link>
          <Link to={ADDRESSES.dataErrors}>{t('dataErrors')}</Link>
          {mayShield ? <Link to={ADDRESSES.alarmShields}>{t('shields.title')}</Link> : null}
          <AlarmSound />
        </>
      }
      toolbar={<Filters list={list} alarms={alarms} />}
    >
      <List list={list} alarms={alarms} />
    </Page>
  );
}

function useAlarms(state: AlarmListState['state']) {
  const q = useDelayed(state.q, 250);
  const { page, pageSize } = state;
  const query = { ...alarmQuery({ ...state, q }), page, pageSize };
  return useCall('listAlarms', { query }, { keepPrevious: true, refetchMs: 30_000 });
}

interface PartProps {
  list: AlarmListState;
  alarms: ReturnType<typeof useAlarms>;
}

function Filters({ list, alarms }: PartProps) {
  const { t } = useTranslation('alarms');
  const { visitor } = useAccount();
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
        more={alarms.data?.more.counts}
        chosen={state.level}
        onChange={(level) => filter({ level })}
      />
      <ManyFilter
        label={t('column.handling')}
        values={ALARM_HANDLINGS}
        textOf={(value) => t(`handling.${value}`)}
        chosen={state.handling}
        onChange={(handling) => filter({ handling })}
      />
      <ManyFilter
        label={t('filter.type')}
        values={ALARM_TYPES}
        textOf={(value) => t(`type.${value}`)}
        chosen={state.type}
        onChange={(type) => filter({ type })}
      />
      {visitor ? null : (
        <Choice
          bare
          label={t('filter.assigned')}
          value={state.assigned}
          options={ASSIGNED.map((value) => ({ value, label: t(`assigned.${value}`) }))}
          onChange={(value) => filter({ assigned: ASSIGNED.find((known) => known === value) ?? 'all' })}
        />
      )}
      <Choice
        bare
        label={t('filter.shielded')}
        value={state.shielded}
        options={SHIELDED.map((value) => ({ value, label: t(`shield.filter.${value}`) }))}
        onChange={(value) => filter({ shielded: SHIELDED.find((known) => known === value) ?? 'no' })}
      />
      {visitor ? null : <SavedViews list={savedAlarms(list)} />}
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
  'loss',
  'money',
  'handling',
  'assignee',
  'recoveredAt',
  'lastSeenAt',
  'handler',
  'shield',
  'code',
  'count',
  'type',
  'cause',
  'advice',
];
const HIDDEN: readonly AlarmColumn[] = [
  'money',
  'lastSeenAt',
  'handler',
  'shield',
  'code',
  'count',
  'type',
  'cause',
  'advice',
];

function List({ list, alarms }: PartProps) {
  const { t } = useTranslation('alarms');
  const columns = useAlarmColumns({ keys: COLUMNS, hidden: HIDDEN });
  const { state, set } = list;
  const filter = JSON.stringify(filterTexts(state));
  const selection = useAlarmSelection({ rows: alarms.data?.rows, filter });
  return (
    <AlarmTable
      label={t('title')}
      name="alarms"
      columns={columns}
      alarms={alarms}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      opened={state.alarm}
      selection={selection}
      actions={(shown) => <ExportAlarms state={state} columns={shown} />}
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
