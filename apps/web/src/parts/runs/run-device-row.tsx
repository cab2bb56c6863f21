import { deviceAddress, type RunDevice, type RunDeviceState, type RunStep } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import styles from './runs.module.css';

/** How steps and their values are called. */
export interface StepWords {
  nameOf: (key: string) => string;
  valueOf: (key: string, value: number | null) => string;
}

const TONES: Readonly<Record<RunDeviceState, StatusTone>> = {
  waiting: 'standby',
  running: 'connecting',
  done: 'normal',
  failed: 'emergency',
  unknown: 'general',
  expired: 'general',
  cancelled: 'standby',
};

/** One device of a run: how far it is, and what became of each step. */
export function RunDeviceRow({ row, nameOf, valueOf }: StepWords & { row: RunDevice }) {
  const { t } = useTranslation('runs');
  const { device, state, failure, detail, steps, behind } = row;
  const wordsOf = ({ runId, by }: NonNullable<typeof behind>) =>
    runId === null ? t('behindOther') : t('behind', { name: by?.name ?? t('gone') });
  return (
    <li className={styles.device}>
      <span className={styles.head}>
        <Link to={deviceAddress(device.id)}>{device.name ?? device.sn}</Link>
        <ToneBadge tone={TONES[state]}>{t(`deviceState.${state}`)}</ToneBadge>
        {failure && steps.length === 0 ? <span>{t(`failure.${failure}`)}</span> : null}
        {detail && steps.length === 0 ? <span className={styles.muted}>{detail}</span> : null}
        {behind ? <span>{wordsOf(behind)}</span> : null}
      </span>
      <ul className={styles.steps}>
        {steps.map((step, at) => (
          // A set may hold an instruction twice.
          // oxlint-disable-next-line react/no-array-index-key -- steps are only added
          <li key={at}>
            <Step step={step} nameOf={nameOf} valueOf={valueOf} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Step({ step, nameOf, valueOf }: StepWords & { step: RunStep }) {
  const { t } = useTranslation('runs');
  const { key, state, before, after, answer, failure, detail } = step;
  const values =
    before === null && after === null ? answer : `${valueOf(key, before)} → ${valueOf(key, after)}`;
  return (
    <>
      {nameOf(key)}: {values} {t(`stepState.${state}`)}
      {failure ? `, ${t(`failure.${failure}`)}` : null}
      {detail ? ` (${detail})` : null}
    </>
  );
}
