import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useStation } from '../../../parts/stations/use-station.ts';
import { Card } from '../../../ui/page/card.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import styles from './money.module.css';
import { Payback } from './payback.tsx';
import { RevenueCard } from './revenue-card.tsx';
import { TermsCard } from './terms-card.tsx';

/** As often as what the roll-ups sum is new. */
const REFETCH_MS = 150_000;

/** What a station earns, by which tariffs, and what it cost. */
export function MoneyTab() {
  const { t } = useTranslation('tariffs');
  const { id } = useStation();
  const revenue = useCall('stationRevenue', { params: { id } }, { refetchMs: REFETCH_MS });
  const tariffs = useCall('stationTariffs', { params: { id } });
  const failed = revenue.data ? tariffs : revenue;
  if (failed.error && !failed.data) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (!revenue.data || !tariffs.data) return <SkeletonBlock lines={8} />;
  const { step, payback } = revenue.data;
  return (
    <div className={styles.page}>
      <div className={styles.periods}>
        {(['today', 'month', 'year', 'total'] as const).map((name) => (
          <RevenueCard key={name} name={name} period={revenue.data[name]} />
        ))}
      </div>
      <p className={styles.muted}>
        {t('money.formula')} {t('money.step', { minutes: step })}
      </p>
      <Payback payback={payback} investment={tariffs.data.investment} />
      <Card title={t('terms.title')}>
        <TermsCard stationId={id} tariffs={tariffs.data} />
      </Card>
    </div>
  );
}
