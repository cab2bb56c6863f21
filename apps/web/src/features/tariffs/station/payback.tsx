import type { StationRevenue, StationTariffs } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './money.module.css';

interface PaybackProps {
  payback: StationRevenue['payback'];
  investment: StationTariffs['investment'];
}

/** How much of its cost a station earned, and when it will have earned it. */
export function Payback({ payback: { share, years, gap }, investment }: PaybackProps) {
  const { t } = useTranslation('tariffs');
  const format = useFormat();
  const cost = investment ? format.money(investment.amount, investment.currency) : '';
  return (
    <Card title={t('payback.title')}>
      {years === null ? null : (
        <p className={styles.sum}>{t('payback.years', { years: format.number(years, 1) })}</p>
      )}
      {share === null ? null : (
        <p className={styles.text}>{t('payback.share', { share: format.percent(share * 100, 1), cost })}</p>
      )}
      {gap ? <p className={styles.text}>{t(`payback.gap.${gap}`)}</p> : null}
      <p className={styles.muted}>{t('payback.hint')}</p>
    </Card>
  );
}
