import type { StationLosses } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import styles from './losses.module.css';

/** Which days are judged, why others are not, and what cannot be told apart here. */
export function LossNotes({ losses: { days, gaps, money } }: { losses: StationLosses }) {
  const { t } = useTranslation('losses');
  const unpriced = Math.max(0, ...(money ?? []).map(({ unpricedDays }) => unpricedDays));
  return (
    <>
      <ul className={styles.notes}>
        <li>{t('judged', { count: days.all, judged: days.judged })}</li>
        {days.lightUnknown > 0 ? <li>{t('lightUnknown', { count: days.lightUnknown })}</li> : null}
        {days.notComputed > 0 ? <li>{t('notComputed', { count: days.notComputed })}</li> : null}
        {money && money.length > 0 ? <li>{t('priceHint')}</li> : null}
        {unpriced > 0 ? <li>{t('unpriced', { count: unpriced })}</li> : null}
      </ul>
      {gaps.length > 0 ? (
        <div className={styles.gaps}>
          <p>{t('notTold')}</p>
          <dl>
            {gaps.map(({ part, gap }) => (
              <div key={part}>
                <dt>{t(`part.${part}`)}</dt>
                <dd>{t(`gap.${gap}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </>
  );
}
