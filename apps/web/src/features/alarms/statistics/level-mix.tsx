import { ALARM_LEVELS, type AlarmStatistics } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import styles from './statistics.module.css';

/** What EEMUA 191 recommends of each level, percent. */
const WANTED = { tip: 80, general: 15, emergency: 5 } as const;

/** How many alarms are of each level, beside what is recommended. */
export function LevelMix({ levels }: Pick<AlarmStatistics, 'levels'>) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const all = ALARM_LEVELS.reduce((sum, level) => sum + levels[level], 0);
  return (
    <>
      <table className={`${styles.table} ${styles.levels}`}>
        <caption className="visually-hidden">{t('statistics.mix')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.level')}</th>
            <th scope="col">{t('statistics.column.alarms')}</th>
            <th scope="col">{t('statistics.column.share')}</th>
            <th scope="col">{t('statistics.column.wanted')}</th>
          </tr>
        </thead>
        <tbody>
          {ALARM_LEVELS.toReversed().map((level) => (
            <tr key={level}>
              <th scope="row">
                <StatusBadge of="alarm" value={level} />
              </th>
              <td>{format.number(levels[level], 0)}</td>
              <td>{format.percent(all > 0 ? (100 * levels[level]) / all : null, 0)}</td>
              <td>{format.percent(WANTED[level], 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.muted}>{t('statistics.mixHint')}</p>
    </>
  );
}
