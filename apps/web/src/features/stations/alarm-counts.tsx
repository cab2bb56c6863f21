import type { StationLive } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import styles from './stations.module.css';

const LEVELS = ['emergency', 'general', 'tip'] as const;

/** Open alarms by level, the worst first; nothing where there are none. */
export function AlarmCounts({ alarms }: { alarms: StationLive['alarms'] }) {
  const { t } = useTranslation('common');
  return (
    <span className={styles.alarms}>
      {LEVELS.filter((level) => alarms[level] > 0).map((level) => (
        <ToneBadge key={level} tone={level} title={t(`status.alarm.${level}`)}>
          {alarms[level]}
          <span className="visually-hidden"> {t(`status.alarm.${level}`)}</span>
        </ToneBadge>
      ))}
    </span>
  );
}
