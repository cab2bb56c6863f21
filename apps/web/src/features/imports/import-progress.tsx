import type { ImportRun } from '@sunfleet/contract';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import styles from './imports.module.css';

const TONES: Readonly<Record<ImportRun['state'], StatusTone>> = {
  checking: 'connecting',
  importing: 'connecting',
  done: 'normal',
  failed: 'emergency',
  cancelled: 'standby',
  undoing: 'connecting',
  undone: 'standby',
};

/** Whether the server still works on it. */
export const isRunning = ({ state }: ImportRun): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing';

/** How far an import is, as icon, word and colour. */
export function ImportState({ state }: { state: ImportRun['state'] }) {
  const { t } = useTranslation('imports');
  return <ToneBadge tone={TONES[state]}>{t(`state.${state}`)}</ToneBadge>;
}

/** Rows done of all rows, as a bar while the import runs. */
export function ImportProgress({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const text = t('run.rows', {
    done: format.number(run.rowsDone, 0),
    total: format.number(run.rowsTotal, 0),
    count: run.rowsTotal,
  });
  if (!isRunning(run) || run.state === 'undoing') return <span>{text}</span>;
  const percent = run.rowsTotal > 0 ? Math.floor((100 * run.rowsDone) / run.rowsTotal) : 0;
  return (
    <div className={styles.progress}>
      <Progress percent={percent} size="small" status="active" aria-label={t(`state.${run.state}`)} />
      <span className={styles.muted}>{text}</span>
    </div>
  );
}
