import type { AlarmGroupRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './statistics.module.css';

interface GroupBarsProps {
  /** Names the table, and what its rows are. */
  title: string;
  of: string;
  rows: readonly AlarmGroupRow[];
  nameOf: (row: AlarmGroupRow) => string;
  /** What the bars draw. */
  by: 'alarms' | 'lost';
  hint: string;
}

/** A group with its alarms, what they cost and a bar for one of the two. */
export function GroupBars({ title, of, rows, nameOf, by, hint }: GroupBarsProps) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const most = Math.max(0, ...rows.map((row) => row[by] ?? 0));
  return (
    <>
      {rows.length === 0 ? (
        <p>{t('statistics.noLoss')}</p>
      ) : (
        <div className={styles.scroll} role="group" aria-label={title} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                <th scope="col">{t('statistics.column.alarms')}</th>
                <th scope="col">{t('column.loss')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">
                    {nameOf(row)}
                    <span className={styles.track} aria-hidden="true">
                      <span style={{ width: `${most > 0 ? (100 * (row[by] ?? 0)) / most : 0}%` }} />
                    </span>
                  </th>
                  <td>{format.number(row.alarms, 0)}</td>
                  <td>{format.energy(row.lost === null ? null : row.lost / 1000)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.muted}>{hint}</p>
    </>
  );
}
