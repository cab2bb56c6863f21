import { MoreOutlined } from '@ant-design/icons';
import type { Task } from '@sunfleet/contract';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './tasks.module.css';

export type TaskDialog = 'runs' | 'edit' | 'delete' | 'stop';
export type TaskOpener = (dialog: TaskDialog, task: Task) => void;

/** What may be done to a task as it is now; what is rarely done stands in a menu, so that a row stays low. */
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
  const input = { params: { id } };
  const rare: readonly TaskDialog[] = [
    ...(mayRun && state !== 'finished' ? (['stop'] as const) : []),
    ...(mayRun && state !== 'executing' ? (['edit'] as const) : []),
    ...(mayManage && state !== 'executing' ? (['delete'] as const) : []),
  ];
  const items = rare.map((key) => ({
    key,
    label: t(`action.${key}`),
    danger: key === 'delete',
    onClick: () => onOpen(key, task),
  }));
  return (
    <div className={styles.buttons}>
      <Button aria-label={t('one', { action: t('action.runs'), name })} onClick={() => onOpen('runs', task)}>
        {t('action.runs')}
      </Button>
      {mayRun && (state === 'waiting' || state === 'finished')
        ? act('start', () => start.mutate(input))
        : null}
      {mayRun && (state === 'waiting' || state === 'executing')
        ? act('suspend', () => suspend.mutate(input))
        : null}
      {mayRun && state === 'suspended' ? act('resume', () => resume.mutate(input)) : null}
      {items.length > 0 ? (
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
          <Button aria-haspopup="menu" aria-label={t('one', { action: t('column.actions'), name })}>
            <MoreOutlined aria-hidden />
          </Button>
        </Dropdown>
      ) : null}
    </div>
  );
}
