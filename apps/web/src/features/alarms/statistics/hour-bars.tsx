import type { AlarmGroupRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './statistics.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** At which hour of their stations alarms began. */
export function HourBars({ rows }: { rows: readonly AlarmGroupRow[] }) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const counts = HOURS.map((hour) => rows.find(({ key }) => Number(key) === hour)?.alarms ?? 0);
  const most = Math.max(1, ...counts);
  return (
    <>
      <ol className={styles.hours}>
        {counts.map((alarms, hour) => {
          const label = `${String(hour).padStart(2, '0')}:00, ${format.number(alarms, 0)}`;
          return (
            <li key={label} title={label}>
              <span
                className={styles.hourBar}
                style={{ height: `${(100 * alarms) / most}%` }}
                aria-hidden="true"
              />
              <span className="visually-hidden">{label}</span>
            </li>
          );
        })}
      </ol>
      <div className={styles.hourAxis} aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </div>
      <p className={styles.muted}>{t('statistics.hoursHint')}</p>
    </>
  );
}
