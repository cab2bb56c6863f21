import type { Task } from '@sunfleet/contract';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/load-chunk.ts';
import type { TaskDialog } from './task-actions.tsx';

const TaskForm = lazyPart(() => import('./task-form.tsx').then((part) => part.TaskForm));
const EndTask = lazyPart(() => import('./end-task.tsx').then((part) => part.EndTask));
const TaskRuns = lazyPart(() => import('./task-runs.tsx').then((part) => part.TaskRuns));

export type OpenedTask = { dialog: 'new' } | { dialog: TaskDialog; task: Task };

interface TaskDialogsProps {
  opened: OpenedTask | undefined;
  /** A batch that a new task begins with. */
  batch?: number | undefined;
  onClose: () => void;
}

/** The dialog of a task that is open, or of a new one. */
export function TaskDialogs({ opened, batch, onClose }: TaskDialogsProps) {
  return (
    <Suspense fallback={null}>
      {opened?.dialog === 'new' ? <TaskForm batch={batch} onClose={onClose} /> : null}
      {opened?.dialog === 'edit' ? <TaskForm task={opened.task} onClose={onClose} /> : null}
      {opened?.dialog === 'stop' || opened?.dialog === 'delete' ? (
        <EndTask as={opened.dialog} task={opened.task} onClose={onClose} />
      ) : null}
      {opened?.dialog === 'runs' ? <TaskRuns task={opened.task} onClose={onClose} /> : null}
    </Suspense>
  );
}
