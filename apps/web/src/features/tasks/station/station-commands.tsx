import type { OutputOf } from '@sunfleet/api-client';
import { COMMAND_STATES, deviceAddress, LIMITS, type StationDetail } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { choicesField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { CommandCard } from '../../../parts/commands/command-card.tsx';
import { useCommandColumns } from '../../../parts/commands/command-columns.tsx';
import { FilterRow, ManyFilter } from '../../../ui/filter/filters.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from '../tasks.module.css';

type Row = OutputOf<'listStationCommands'>['rows'][number];

const KINDS = ['writes', 'reads'] as const;
const ASKERS = ['people', 'server'] as const;
const FIELDS = {
  state: choicesField(COMMAND_STATES),
  kind: choicesField(KINDS),
  by: choicesField(ASKERS),
  page: integerField(1),
  pageSize: integerField(20),
};

/** Both chosen say the same as none. */
const only = <V extends string>(chosen: readonly V[]): V | undefined =>
  chosen.length === 1 ? chosen[0] : undefined;
const flag = (is: boolean) => (is ? 'true' : 'false');

/** Commands to the devices of a station, with what became of them. */
export function StationCommands({ station }: { station: StationDetail }) {
  const { t } = useTranslation(['devices', 'tasks']);
  const [{ state, kind, by, page, pageSize }, set] = useUrlState(FIELDS);
  const [kindOnly, byOnly] = [only(kind), only(by)];
  const filter = {
    ...(state.length > 0 ? { state: [...state] } : {}),
    ...(kindOnly ? { writes: flag(kindOnly === 'writes') } : {}),
    ...(byOnly ? { byPeople: flag(byOnly === 'people') } : {}),
  };
  const asked = useCall(
    'listStationCommands',
    { params: { id: station.id }, query: { ...filter, page, pageSize } },
    { keepPrevious: true, refetchMs: 15_000 },
  );
  const columns = useColumns(station.timeZone);
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={asked.refetch} />;
  return (
    <DataTable<Row>
      label={t('station.part.commands', { ns: 'tasks' })}
      name="station-commands"
      columns={columns}
      rows={asked.data?.rows}
      rowKey={({ id }) => id}
      total={asked.data?.total ?? 0}
      state={{ page, pageSize, sort: 'at', order: 'desc' }}
      onState={(change) => set({ page: change.page ?? page, pageSize: change.pageSize ?? pageSize })}
      busy={asked.isPlaceholderData}
      card={(row) => (
        <CommandCard row={row} zone={station.timeZone}>
          <DeviceName device={row.device} />
        </CommandCard>
      )}
      tools={<Filters />}
      empty={
        Object.keys(filter).length > 0 ? (
          <NoMatch onClear={() => set({ state: [], kind: [], by: [], page: 1 })} />
        ) : (
          <EmptyState
            title={t('station.noCommands', { ns: 'tasks' })}
            hint={t('command.hint', { days: LIMITS.commandDays })}
          />
        )
      }
    />
  );
}

function Filters() {
  const { t } = useTranslation(['devices', 'tasks']);
  const [{ state, kind, by }, set] = useUrlState(FIELDS);
  return (
    <FilterRow>
      <ManyFilter
        label={t('command.became')}
        values={COMMAND_STATES}
        textOf={(one) => t(`command.state.${one}`)}
        chosen={state}
        onChange={(chosen) => set({ state: chosen, page: 1 })}
      />
      <ManyFilter
        label={t('command.asked')}
        values={KINDS}
        textOf={(one) => t(`station.kind.${one}`, { ns: 'tasks' })}
        chosen={kind}
        onChange={(chosen) => set({ kind: chosen, page: 1 })}
      />
      <ManyFilter
        label={t('command.by')}
        values={ASKERS}
        textOf={(one) => (one === 'server' ? t('command.server') : t('station.people', { ns: 'tasks' }))}
        chosen={by}
        onChange={(chosen) => set({ by: chosen, page: 1 })}
      />
    </FilterRow>
  );
}

function useColumns(zone: string) {
  const { t } = useTranslation('tasks');
  const [at, ...others] = useCommandColumns<Row>(zone);
  return useMemo(
    () => [
      at!,
      {
        key: 'device',
        title: t('station.device'),
        width: 200,
        render: ({ device }: Row) => <DeviceName device={device} />,
      },
      ...others,
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both are of one array, which is kept
    [t, at],
  );
}

function DeviceName({ device }: Pick<Row, 'device'>) {
  const { t } = useTranslation('tasks');
  if (!device) return <span className={styles.muted}>{t('station.elsewhere')}</span>;
  return <Link to={deviceAddress(device.id)}>{device.name ?? device.sn}</Link>;
}
