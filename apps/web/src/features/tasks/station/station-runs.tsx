import type { OutputOf } from '@sunfleet/api-client';
import { RUN_KINDS, RUN_STATES, type RunState, type StationDetail } from '@sunfleet/contract';
import { Modal } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choicesField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { RunProgress } from '../../../parts/runs/run-progress.tsx';
import { FilterRow, ManyFilter } from '../../../ui/filter/filters.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import type { StatusTone } from '../../../ui/status/status-tone.ts';
import { ToneBadge } from '../../../ui/status/tone-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { devicesText } from '../task-state.tsx';
import styles from '../tasks.module.css';

type Row = OutputOf<'listStationRuns'>['rows'][number];

const FIELDS = {
  runKind: choicesField(RUN_KINDS),
  runState: choicesField(RUN_STATES),
  page: integerField(1),
  pageSize: integerField(20),
};
const TONES: Readonly<Record<RunState, StatusTone>> = {
  executing: 'connecting',
  suspended: 'general',
  stopped: 'standby',
  finished: 'normal',
};
const LOOK_MS = 5000;

/** What was started on devices of a station: parameters and sets of instructions. */
export function StationRuns({ station }: { station: StationDetail }) {
  const { t } = useTranslation(['tasks', 'runs']);
  const [{ runKind, runState, page, pageSize }, set] = useUrlState(FIELDS);
  const [opened, setOpened] = useState<Row>();
  const filter = {
    ...(runKind.length > 0 ? { kind: [...runKind] } : {}),
    ...(runState.length > 0 ? { state: [...runState] } : {}),
  };
  const runs = useCall(
    'listStationRuns',
    { params: { id: station.id }, query: { ...filter, page, pageSize } },
    { keepPrevious: true, refetchMs: LOOK_MS },
  );
  const columns = useColumns(station.timeZone, setOpened);
  if (runs.error && !runs.data) return <ErrorState error={runs.error} onRetry={runs.refetch} />;
  return (
    <>
      <DataTable<Row>
        label={t('station.part.runs')}
        name="station-runs"
        columns={columns}
        rows={runs.data?.rows}
        rowKey={({ id }) => id}
        total={runs.data?.total ?? 0}
        state={{ page, pageSize, sort: 'at', order: 'desc' }}
        onState={(change) => set({ page: change.page ?? page, pageSize: change.pageSize ?? pageSize })}
        busy={runs.isPlaceholderData}
        card={(run) => <RunCard run={run} zone={station.timeZone} onOpen={setOpened} />}
        tools={
          <FilterRow>
            <ManyFilter
              label={t('station.what')}
              values={RUN_KINDS}
              textOf={(one) => t(`kind.${one}`, { ns: 'runs' })}
              chosen={runKind}
              onChange={(chosen) => set({ runKind: chosen, page: 1 })}
            />
            <ManyFilter
              label={t('column.state')}
              values={RUN_STATES}
              textOf={(one) => t(`state.${one}`, { ns: 'runs' })}
              chosen={runState}
              onChange={(chosen) => set({ runState: chosen, page: 1 })}
            />
          </FilterRow>
        }
        empty={
          Object.keys(filter).length > 0 ? (
            <NoMatch onClear={() => set({ runKind: [], runState: [], page: 1 })} />
          ) : (
            <EmptyState title={t('station.noRuns')} hint={t('station.noRunsHint')} />
          )
        }
      />
      {opened ? <RunResult run={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

function useColumns(zone: string, onOpen: (run: Row) => void): Column<Row>[] {
  const { t } = useTranslation(['tasks', 'runs']);
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('station.startedAt'),
        fixed: true,
        width: 180,
        render: ({ createdAt }) => format.dateTime(createdAt, zone),
      },
      { key: 'name', title: t('column.name'), width: 220, render: ({ name }) => name },
      {
        key: 'kind',
        title: t('station.what'),
        width: 180,
        render: ({ kind }) => t(`kind.${kind}`, { ns: 'runs' }),
      },
      {
        key: 'by',
        title: t('column.by'),
        width: 160,
        render: ({ by }) => by?.name ?? t('gone', { ns: 'runs' }),
      },
      {
        key: 'state',
        title: t('column.state'),
        width: 140,
        render: ({ state }) => <RunBadge state={state} />,
      },
      {
        key: 'result',
        title: t('station.devicesHere'),
        width: 280,
        render: ({ devices }) => devicesText(t, format, devices),
      },
      {
        key: 'reason',
        title: t('field.reason'),
        width: 200,
        hidden: true,
        render: ({ reason }) => reason || UNKNOWN,
      },
      {
        key: 'actions',
        buttons: true,
        title: t('column.actions'),
        width: 120,
        render: (run) => <OpenResult run={run} onOpen={onOpen} />,
      },
    ],
    [t, format, zone, onOpen],
  );
}

function RunBadge({ state }: { state: RunState }) {
  const { t } = useTranslation('runs');
  return <ToneBadge tone={TONES[state]}>{t(`state.${state}`)}</ToneBadge>;
}

function OpenResult({ run, onOpen }: { run: Row; onOpen: (run: Row) => void }) {
  const { t } = useTranslation('tasks');
  if (!run.mayRead) return null;
  const action = t('action.runs');
  return (
    <Button aria-label={t('one', { action, name: run.name })} onClick={() => onOpen(run)}>
      {action}
    </Button>
  );
}

/** A run on a phone. */
function RunCard({ run, zone, onOpen }: { run: Row; zone: string; onOpen: (run: Row) => void }) {
  const { t } = useTranslation(['tasks', 'runs']);
  const format = useFormat();
  const by = run.by?.name ?? t('gone', { ns: 'runs' });
  return (
    <div className={styles.card}>
      <strong>{run.name}</strong>
      <RunBadge state={run.state} />
      <p>{devicesText(t, format, run.devices)}</p>
      <p className={styles.muted}>
        {[t(`kind.${run.kind}`, { ns: 'runs' }), format.dateTime(run.createdAt, zone), by].join(' · ')}
      </p>
      <div>
        <OpenResult run={run} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** Each device of a run step by step, also those of other stations. */
function RunResult({ run, onClose }: { run: Row; onClose: () => void }) {
  const format = useFormat();
  return (
    <Modal open width={760} title={run.name} footer={null} onCancel={onClose}>
      <RunProgress
        runId={run.id}
        nameOf={(key) => key}
        valueOf={(_, value) => (value === null ? UNKNOWN : format.number(value, 0))}
      />
    </Modal>
  );
}
