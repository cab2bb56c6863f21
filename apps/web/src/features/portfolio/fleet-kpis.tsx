import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { isoDayAt } from '../../lib/time/zone.ts';
import { KpiCard } from '../../parts/kpis/kpi-card.tsx';
import { useKpiPeriod } from '../../parts/kpis/use-kpi-period.ts';
import { download } from '../../ui/chart/download.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Key figures of all stations together, of the sums of their inputs. */
export function FleetKpis() {
  const { t } = useTranslation(['kpis', 'portfolio']);
  const period = useKpiPeriod(isoDayAt(useNow(60_000), ZONE));
  const { query } = period;
  const kpis = useCall('portfolioKpis', { query }, { keepPrevious: true });
  const file = useAction('exportPortfolioKpis');
  return (
    <KpiCard
      of={t('portfolio:title')}
      zone={ZONE}
      period={period}
      loading={kpis}
      answer={kpis.data}
      note={t('ofStations')}
      saving={{
        isPending: file.isPending,
        save: (format) =>
          file.mutate(
            { query: { ...query, format } },
            { onSuccess: (content) => download(`${t('file')}.${format}`, content) },
          ),
      }}
    />
  );
}
