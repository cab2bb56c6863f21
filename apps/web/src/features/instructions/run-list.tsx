import type { Run } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { RunProgress } from '../../parts/runs/run-progress.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import styles from './instructions.module.css';

const FIELDS = { run: integerField(undefined) };
const LOOK_MS = 5000;
const SHOWN = { kind: 'instructions', page: 1, pageSize: 20 } as const;

/** The newest runs of sets, and how far the chosen one is. */
export function RunList() {
  const { t } = useTranslation(['instructions', 'runs']);
  const format = useFormat();
  const [{ run: chosen }, set] = useUrlState(FIELDS);
  const runs = useCall('listRuns', { query: SHOWN }, { refetchMs: LOOK_MS });
  const line = ({ by, createdAt, devices, dryRun }: Run) =>
    [
      by?.name ?? t('gone', { ns: 'runs' }),
      format.dateTime(createdAt),
      ...(dryRun ? [t('dryRun', { ns: 'runs' })] : []),
      t('runs.devices', { n: Object.values(devices).reduce((sum, n) => sum + n, 0) }),
      ...(devices.failed > 0 ? [`${t('deviceState.failed', { ns: 'runs' })}: ${devices.failed}`] : []),
    ].join(' · ');
  return (
    <>
      {chosen === undefined ? null : (
        <Card
          title={t('runs.result')}
          extra={<Button onClick={() => set({ run: undefined })}>{t('runs.hide')}</Button>}
        >
          <RunProgress
            key={chosen}
            runId={chosen}
            nameOf={(key) => key}
            valueOf={(_, value) => (value === null ? '–' : format.number(value, 0))}
          />
        </Card>
      )}
      {runs.data?.rows.length ? (
        <Card title={t('runs.title')}>
          <ul className={styles.runs}>
            {runs.data.rows.map((run) => (
              <li key={run.id}>
                <Button kind="quiet" onClick={() => set({ run: run.id }, { push: true })}>
                  {run.name}
                </Button>
                <span>{t(`state.${run.state}`, { ns: 'runs' })}</span>
                <span className={styles.muted}>{line(run)}</span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}
