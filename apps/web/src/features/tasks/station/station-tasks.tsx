import { ADDRESSES, type StationDetail, type Task, TASK_STATES } from '@sunfleet/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { choicesField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { FilterRow, ManyFilter } from '../../../ui/filter/filters.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TaskDialog } from '../task-actions.tsx';
import { TaskCard } from '../task-card.tsx';
import { useTaskColumns } from '../task-columns.tsx';
import { type OpenedTask, TaskDialogs } from '../task-dialogs.tsx';

const FIELDS = { task: choicesField(TASK_STATES), page: integerField(1), pageSize: integerField(20) };

/** Tasks that reach a station; what may be done to them may be done here. */
export function StationTasks({ station }: { station: StationDetail }) {
  const { t } = useTranslation('tasks');
  const [{ task: states, page, pageSize }, set] = useUrlState(FIELDS);
  const [opened, setOpened] = useState<OpenedTask>();
  const open = useCallback((dialog: TaskDialog, task: Task) => setOpened({ dialog, task }), []);
  const tasks = useCall(
    'listStationTasks',
    {
      params: { id: station.id },
      query: { ...(states.length > 0 ? { state: [...states] } : {}), page, pageSize },
    },
    { keepPrevious: true, refetchMs: 5000 },
  );
  const columns = useTaskColumns(open);
  if (tasks.error && !tasks.data) return <ErrorState error={tasks.error} onRetry={tasks.refetch} />;
  return (
    <>
      <DataTable<Task>
        label={t('title')}
        name="station-tasks"
        columns={columns}
        rows={tasks.data?.rows}
        rowKey={({ id }) => id}
        total={tasks.data?.total ?? 0}
        state={{ page, pageSize, sort: 'next', order: 'asc' }}
        onState={(change) => set({ page: change.page ?? page, pageSize: change.pageSize ?? pageSize })}
        busy={tasks.isPlaceholderData}
        card={(task) => <TaskCard task={task} onOpen={open} />}
        tools={
          <FilterRow>
            <ManyFilter
              label={t('column.state')}
              values={TASK_STATES}
              textOf={(one) => t(`state.${one}`)}
              chosen={states}
              onChange={(chosen) => set({ task: chosen, page: 1 })}
            />
            <Link to={ADDRESSES.tasks}>{t('station.allTasks')}</Link>
          </FilterRow>
        }
        empty={
          states.length > 0 ? (
            <NoMatch onClear={() => set({ task: [], page: 1 })} />
          ) : (
            <EmptyState title={t('station.noTasks')} hint={t('station.noTasksHint')} />
          )
        }
      />
      <TaskDialogs opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
