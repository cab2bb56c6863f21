import type { Task } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';
import { scheduleText } from './schedule-text.ts';
import { TaskActions, type TaskOpener } from './task-actions.tsx';
import { TaskRunOutcome, TaskStateBadge } from './task-state.tsx';

/** Columns of the list of tasks, with what may be done to each. */
export function useTaskColumns(onOpen: TaskOpener): Column<Task>[] {
  const { t } = useTranslation(['tasks', 'runs']);
  const format = useFormat();
  return useMemo(
    () => [
      { key: 'name', title: t('column.name'), fixed: true, width: 160, render: ({ name }) => name },
      {
        key: 'state',
        title: t('column.state'),
        width: 120,
        render: ({ state }) => <TaskStateBadge state={state} />,
      },
      {
        key: 'schedule',
        title: t('column.schedule'),
        width: 170,
        render: (task) => scheduleText(t, format, task),
      },
      {
        key: 'next',
        title: t('column.next'),
        align: 'right',
        width: 180,
        render: ({ next, timeZone }) =>
          next[0] === undefined ? UNKNOWN : format.dateTime(next[0], timeZone),
      },
      {
        key: 'last',
        title: t('column.last'),
        width: 170,
        render: ({ last }) => (last ? <TaskRunOutcome run={last} /> : UNKNOWN),
      },
      {
        key: 'instructionSet',
        title: t('column.instructionSet'),
        width: 180,
        render: ({ instructionSet }) => instructionSet ?? UNKNOWN,
      },
      { key: 'by', title: t('column.by'), width: 150, hidden: true, render: ({ by }) => by?.name ?? UNKNOWN },
      {
        key: 'actions',
        buttons: true,
        title: t('column.actions'),
        width: 320,
        render: (task) => <TaskActions task={task} onOpen={onOpen} />,
      },
    ],
    [t, format, onOpen],
  );
}
