import type { CountedRevenue } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { storedPreferences } from '../../lib/settings/preferences.ts';
import { useStored } from '../../lib/use-stored.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './portfolio.module.css';

/** As often as revenue is counted, roughly. */
const REFETCH_MS = 300_000;

/** What all stations earned: each currency by itself, and in one where the table of rates has all of them. */
export function RevenueSumsCard() {
  const { t } = useTranslation('tariffs');
  const format = useFormat();
  const may = useMay('tariffs.view');
  const { currency } = useStored(storedPreferences);
  const { data } = useCall(
    'sumRevenues',
    { query: currency ? { currency } : {} },
    { enabled: may, refetchMs: REFETCH_MS },
  );
  if (!data || (data.sums.length === 0 && data.unknown === 0)) return null;
  const { sums, unknown, converted, missing } = data;
  const rates = (converted?.rates ?? []).map(
    (rate) =>
      `1 ${rate.currency} = ${format.number(rate.rate, 4)} ${converted!.into} (${format.day(rate.day)})`,
  );
  return (
    <div className={styles.wide}>
      <Card title={t('money.title')}>
        {sums.map((sum) => (
          <Sum
            key={sum.currency}
            sum={sum}
            note={t('sums.stations', { n: format.number(sum.stations, 0) })}
          />
        ))}
        {converted ? (
          <Sum
            sum={converted}
            note={t('sums.converted', {
              currency: converted.currency,
              rates: rates.join(', '),
              days: format.number(converted.oldestDays, 0),
            })}
          />
        ) : null}
        {missing.map(({ currency: without, from, to }) => (
          <p key={without} className={styles.muted}>
            {t('sums.missing', { currency: without, from: format.day(from), to: format.day(to) })}
          </p>
        ))}
        {unknown > 0 ? (
          <p className={styles.muted}>{t('sums.unknown', { n: format.number(unknown, 0) })}</p>
        ) : null}
      </Card>
    </div>
  );
}

const FIGURES = ['today', 'month', 'year', 'total'] as const;

function Sum({ sum, note }: { sum: CountedRevenue; note: ReactNode }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  return (
    <div className={styles.money}>
      <dl className={styles.amounts}>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(`figure.${figure}`)}</dt>
            <dd>{format.minorMoney(sum[figure], sum.currency)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.muted}>{note}</p>
    </div>
  );
}
