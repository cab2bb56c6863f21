import type { Run } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { RunProgress } from '../../parts/runs/run-progress.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import styles from './device-batches.module.css';

const FIELDS = { run: integerField(undefined) };
const LOOK_MS = 5000;

/** What was done to a batch, newest first, with the result for each device. */
export function BatchLog({ batchId }: { batchId: number }) {
  const { t } = useTranslation(['device-batches', 'runs']);
  const format = useFormat();
  const [{ run: chosen }, set] = useUrlState(FIELDS);
  const runs = useCall('listRuns', { query: { batchId, pageSize: 50 } }, { refetchMs: LOOK_MS });
  const line = ({ by, createdAt, devices, state }: Run) =>
    [
      by?.name ?? t('runs:gone'),
      format.dateTime(createdAt),
      t(`runs:state.${state}`),
      ...(['done', 'failed', 'unknown'] as const)
        .filter((one) => devices[one] > 0)
        .map((one) => `${t(`runs:deviceState.${one}`)}: ${format.number(devices[one], 0)}`),
    ].join(' · ');
  return (
    <Card title={t('log')}>
      {runs.data?.rows.length === 0 ? <p className={styles.muted}>{t('noLog')}</p> : null}
      <ul className={styles.runs}>
        {runs.data?.rows.map((run) => (
          <li key={run.id}>
            <strong>{[t(`runs:kind.${run.kind}`), run.name].filter(Boolean).join(': ')}</strong>
            <span className={styles.muted}>{line(run)}</span>
            <Button
              kind="quiet"
              aria-expanded={chosen === run.id}
              onClick={() => set({ run: chosen === run.id ? undefined : run.id })}
            >
              {t(chosen === run.id ? 'hide' : 'show')}
            </Button>
            {chosen === run.id ? (
              <div className={styles.result}>
                <RunProgress runId={run.id} nameOf={(key) => key} valueOf={String} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
