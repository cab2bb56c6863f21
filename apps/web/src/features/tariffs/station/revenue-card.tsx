import type { RevenuePeriod } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './money.module.css';

const PARTS = ['feedIn', 'selfUse', 'subsidy', 'import', 'standing'] as const;

interface RevenueCardProps {
  name: 'today' | 'month' | 'year' | 'total';
  /** Null: nothing was measured yet. */
  period: RevenuePeriod | null;
}

/** Revenue of one period: its sum, its parts, and why something is not known. */
export function RevenueCard({ name, period }: RevenueCardProps) {
  const { t } = useTranslation('tariffs');
  const format = useFormat();
  const title = t(`money.period.${name}`, { day: format.day(period?.from) });
  const { revenues = [], gaps = [], unsettled = 0, divided = 0 } = period ?? {};
  return (
    <Card title={title}>
      {revenues.length === 0 ? (
        <p className={styles.sum} title={t('money.unknown')}>
          {UNKNOWN}
          <span className="visually-hidden">{t('money.unknown')}</span>
        </p>
      ) : null}
      {revenues.map(({ currency, parts, total }) => (
        <div key={currency}>
          <p className={styles.sum}>{format.minorMoney(total, currency)}</p>
          <dl className={styles.parts}>
            {PARTS.filter((part) => parts[part] !== undefined).map((part) => (
              <div key={part}>
                <dt>{t(`money.part.${part}`)}</dt>
                <dd>{format.minorMoney(parts[part], currency)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <ul className={styles.notes}>
        {gaps.map((gap) => (
          <li key={gap}>{t(`money.gap.${gap}`)}</li>
        ))}
        {unsettled > 0 && !gaps.includes('noExport') ? (
          <li>{t('money.unsettled', { energy: format.energy(unsettled) })}</li>
        ) : null}
        {divided > 0 ? <li>{t('money.divided', { energy: format.energy(divided) })}</li> : null}
      </ul>
    </Card>
  );
}
