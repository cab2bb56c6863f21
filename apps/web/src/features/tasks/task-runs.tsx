import type { Task, TaskRun } from '@sunfleet/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { RunProgress } from '../../parts/runs/run-progress.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TaskRunOutcome } from './task-state.tsx';
import styles from './tasks.module.css';

/** Times that are shown at once. */
const SHOWN = 100;
const LOOK_MS = 2000;

/** When a task was due, what became of each of its devices, and when it begins next. */
export function TaskRuns({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const input = { params: { id: task.id }, query: { pageSize: SHOWN } };
  const runs = useCall('listTaskRuns', input, { refetchMs: LOOK_MS });
  const [chosen, setChosen] = useState<number>();
  const rows = runs.data?.rows ?? [];
  return (
    <Modal open width={760} title={task.name} footer={null} onCancel={onClose}>
      <div className={styles.stack}>
        <strong>{t('next')}</strong>
        {task.next.length === 0 ? <p className={styles.muted}>{t('noNext')}</p> : null}
        <ul className={styles.list}>
          {task.next.map((at) => (
            <li key={at}>{format.dateTime(at, task.timeZone)}</li>
          ))}
        </ul>
        <strong>{t('runs')}</strong>
        <FormFailure error={runs.error} />
        {runs.data && rows.length === 0 ? <p className={styles.muted}>{t('noRuns')}</p> : null}
        {rows.map((run) => (
          <Run
            key={run.dueAt}
            run={run}
            zone={task.timeZone}
            open={chosen === run.dueAt}
            onOpen={() => setChosen(chosen === run.dueAt ? undefined : run.dueAt)}
          />
        ))}
      </div>
    </Modal>
  );
}

interface RunProps {
  run: TaskRun;
  zone: string;
  open: boolean;
  onOpen: () => void;
}

function Run({ run, zone, open, onOpen }: RunProps) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const mayRead = useMay('parameters.read');
  const { dueAt, runId } = run;
  return (
    <div className={styles.card}>
      <div className={styles.run}>
        <span>{format.dateTime(dueAt, zone)}</span>
        <TaskRunOutcome run={run} />
        {runId === null || !mayRead ? null : (
          <Button aria-expanded={open} onClick={onOpen}>
            {t('devices')}
          </Button>
        )}
      </div>
      {open && runId !== null ? (
        <RunProgress
          runId={runId}
          nameOf={(key) => key}
          valueOf={(_, value) => (value === null ? UNKNOWN : format.number(value, 0))}
        />
      ) : null}
    </div>
  );
}
