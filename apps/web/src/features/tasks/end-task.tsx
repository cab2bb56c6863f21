import type { Task } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

interface EndTaskProps {
  as: 'stop' | 'delete';
  task: Task;
  onClose: () => void;
}

/** Asks before a task is stopped or removed. */
export function EndTask({ as, task, onClose }: EndTaskProps) {
  const { t } = useTranslation('tasks');
  const options = { quiet: true, invalidates: ['listTasks', 'listStationTasks'] as const, onDone: onClose };
  const [stop, remove] = [useAction('stopTask', options), useAction('deleteTask', options)];
  const input = { params: { id: task.id } };
  return (
    <ActionDialog
      title={t('one', { action: t(`action.${as}`), name: task.name })}
      okText={t(`action.${as}`)}
      danger
      busy={stop.isPending || remove.isPending}
      error={stop.error ?? remove.error}
      onOk={() => (as === 'stop' ? stop.mutate(input) : remove.mutate(input))}
      onClose={onClose}
    >
      <p>{t(`ask.${as}`)}</p>
    </ActionDialog>
  );
}
