import type { Task } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './tasks.module.css';

export type TaskDialog = 'runs' | 'edit' | 'delete' | 'stop';
export type TaskOpener = (dialog: TaskDialog, task: Task) => void;

/** What may be done to a task as it is now. */
export function TaskActions({ task, onOpen }: { task: Task; onOpen: TaskOpener }) {
  const { t } = useTranslation('tasks');
  const [mayRun, mayManage] = [useMay('operations.run'), useMay('operations.manage')];
  const { id, name, state } = task;
  const options = { invalidates: ['listTasks', 'listStationTasks', 'listTaskRuns'] as const };
  const [start, suspend, resume] = [
    useAction('startTask', options),
    useAction('suspendTask', options),
    useAction('resumeTask', options),
  ];
  const busy = start.isPending || suspend.isPending || resume.isPending;
  const act = (action: 'start' | 'suspend' | 'resume', mutate: () => void) => (
    <Button
      key={action}
      busy={busy}
      aria-label={t('one', { action: t(`action.${action}`), name })}
      onClick={mutate}
    >
      {t(`action.${action}`)}
    </Button>
  );
  const open = (dialog: TaskDialog) => (
    <Button
      key={dialog}
      aria-label={t('one', { action: t(`action.${dialog}`), name })}
      onClick={() => onOpen(dialog, task)}
    >
      {t(`action.${dialog}`)}
    </Button>
  );
  const input = { params: { id } };
  const isOpen = state !== 'finished';
  return (
    <div className={styles.buttons}>
      {open('runs')}
      {mayRun && (state === 'waiting' || state === 'finished')
        ? act('start', () => start.mutate(input))
        : null}
      {mayRun && (state === 'waiting' || state === 'executing')
        ? act('suspend', () => suspend.mutate(input))
        : null}
      {mayRun && state === 'suspended' ? act('resume', () => resume.mutate(input)) : null}
      {mayRun && isOpen ? open('stop') : null}
      {mayRun && state !== 'executing' ? open('edit') : null}
      {mayManage && state !== 'executing' ? open('delete') : null}
    </div>
  );
}
