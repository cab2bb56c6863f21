import { type AlarmRuleInput, type AlarmRuleTest, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Firings } from './firings.tsx';
import { RuleCost } from './rule-cost.tsx';
import styles from './rules.module.css';

/** A rule that raises alarms on half of the devices says little of any of them. */
export const isTooWide = ({ fired, judged }: AlarmRuleTest): boolean => judged > 1 && fired * 2 >= judged;

/** What a rule would have done in the last thirty days: how often, on which days, where, what was measured around it, and what it would have cost. */
export function PastResult({
  test,
  input,
  points,
}: {
  test: AlarmRuleTest;
  input: AlarmRuleInput;
  points: readonly string[];
}) {
  const { t } = useTranslation('alarm-rules');
  const format = useFormat();
  const most = Math.max(1, ...test.days.map(({ alarms }) => alarms));
  const count = (value: number) => format.number(value, 0);
  return (
    <div className={styles.result} role="status">
      <strong>
        {t('test.result', {
          alarms: count(test.alarms),
          fired: count(test.fired),
          judged: count(test.judged),
        })}
      </strong>
      {isTooWide(test) ? <p className={styles.wide}>{t('test.many')}</p> : null}
      {test.partial ? <p className={styles.muted}>{t('test.partial')}</p> : null}
      {test.alarms > 0 ? (
        <ol className={styles.days} aria-label={t('test.days')}>
          {test.days.map(({ day, alarms }) => (
            <li key={day} title={t('test.ofStation', { name: day, alarms: count(alarms) })}>
              <span className={styles.bar} style={{ blockSize: `${(100 * alarms) / most}%` }} />
              <span className="visually-hidden">
                {t('test.ofStation', { name: day, alarms: count(alarms) })}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      <ul className={styles.stations}>
        {test.stations.map(({ id, name, alarms }) => (
          <li key={id}>
            <Link to={stationAddress(id)} target="_blank">
              {t('test.ofStation', { name, alarms: count(alarms) })}
            </Link>
          </li>
        ))}
      </ul>
      {test.firings.length > 0 && points.length > 0 ? (
        <Firings firings={test.firings} points={points} />
      ) : null}
      <RuleCost input={input} test={test} />
    </div>
  );
}
