import type { Task } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { scheduleText } from './schedule-text.ts';
import { TaskActions, type TaskOpener } from './task-actions.tsx';
import { TaskRunOutcome, TaskStateBadge } from './task-state.tsx';
import styles from './tasks.module.css';

/** A task on a phone. */
export function TaskCard({ task, onOpen }: { task: Task; onOpen: TaskOpener }) {
  const { t } = useTranslation(['tasks', 'runs']);
  const format = useFormat();
  const { name, state, timeZone, next, last } = task;
  return (
    <div className={styles.card}>
      <strong>{name}</strong>
      <TaskStateBadge state={state} />
      <p className={styles.muted}>{scheduleText(t, format, task)}</p>
      {next[0] === undefined ? null : (
        <p className={styles.muted}>{`${t('column.next')}: ${format.dateTime(next[0], timeZone)}`}</p>
      )}
      {last ? (
        <p className={styles.muted}>
          {t('column.last')}: <TaskRunOutcome run={last} />
        </p>
      ) : null}
      <TaskActions task={task} onOpen={onOpen} />
    </div>
  );
}
