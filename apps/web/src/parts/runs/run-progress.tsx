import { RUN_DEVICE_STATES, type Run, type RunDevice } from '@sunfleet/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { download } from '../../ui/chart/download.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import { RunDeviceRow, type StepWords } from './run-device-row.tsx';
import styles from './runs.module.css';

interface RunProgressProps extends StepWords {
  runId: number;
  /** Called once it has ended. */
  onEnd?: () => void;
}

const LOOK_MS = 1000;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const MOST_SHOWN = 100;
const READS = ['getRun', 'listRunDevices', 'listRuns'] as const;

/** How far a run is, with each of its devices step by step, while it goes on and afterwards. */
export function RunProgress({ runId, onEnd, ...words }: RunProgressProps) {
  const { t } = useTranslation('runs');
  const format = useFormat();
  const [open, setOpen] = useState(true);
  const refetchMs = open ? LOOK_MS : false;
  const run = useCall('getRun', { params: { id: runId } }, { refetchMs });
  const query = { page: 1, pageSize: MOST_SHOWN };
  const devices = useCall(
    'listRunDevices',
    { params: { id: runId }, query },
    { refetchMs, keepPrevious: true },
  );
  const isOver = run.data !== undefined && run.data.endedAt !== null;
  if (run.data && isOver === open) setOpen(!isOver);
  const ended = useEffectEvent(() => {
    void devices.refetch();
    onEnd?.();
  });
  useEffect(() => {
    if (isOver) ended();
  }, [isOver]);
  return (
    <Loaded loading={run}>
      {run.data ? (
        <div className={styles.stack}>
          <Head run={run.data} />
          <ul className={styles.devices}>
            {devices.data?.rows.map((device: RunDevice) => (
              <RunDeviceRow key={device.device.id} row={device} {...words} />
            ))}
          </ul>
          {devices.data && devices.data.total > MOST_SHOWN ? (
            <p className={styles.muted}>
              {t('more', { n: format.number(devices.data.total - MOST_SHOWN, 0) })}
            </p>
          ) : null}
        </div>
      ) : null}
    </Loaded>
  );
}

function Head({ run }: { run: Run }) {
  const { t } = useTranslation('runs');
  const format = useFormat();
  const input = { params: { id: run.id } };
  const done = { invalidates: READS };
  const stop = useAction('stopRun', done);
  const suspend = useAction('suspendRun', done);
  const resume = useAction('resumeRun', done);
  const retry = useAction('retryRun', done);
  const busy = stop.isPending || suspend.isPending || resume.isPending || retry.isPending;
  const { devices, endedAt, state } = run;
  const counts = RUN_DEVICE_STATES.filter((name) => devices[name] > 0).map(
    (name) => `${t(`deviceState.${name}`)}: ${format.number(devices[name], 0)}`,
  );
  const read = useAction('exportRun', {});
  const save = () =>
    read.mutate(
      { ...input, query: { timeZone: ZONE } },
      { onSuccess: (content) => download(`run-${run.id}.csv`, content) },
    );
  return (
    <div className={styles.head}>
      <strong aria-live="polite">{t(`state.${state}`)}</strong>
      {run.dryRun ? <span>{t('dryRun')}</span> : null}
      <span className={styles.muted}>{counts.join(' · ')}</span>
      <Button kind="quiet" disabled={read.isPending} onClick={save}>
        {t('export')}
      </Button>
      {run.mayDirect ? (
        <span className={styles.buttons}>
          {endedAt === null && state === 'executing' ? (
            <Button disabled={busy} onClick={() => suspend.mutate(input)}>
              {t('suspend')}
            </Button>
          ) : null}
          {run.mayResume ? (
            <Button disabled={busy} onClick={() => resume.mutate(input)}>
              {t('resume')}
            </Button>
          ) : null}
          {endedAt === null ? (
            <Button disabled={busy} onClick={() => stop.mutate(input)}>
              {t('stop')}
            </Button>
          ) : null}
          {run.mayRetry ? (
            <Button disabled={busy} onClick={() => retry.mutate(input)}>
              {t('retry')}
            </Button>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}
