import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { KpiCard } from '../../../parts/kpis/kpi-card.tsx';
import { useKpiPeriod } from '../../../parts/kpis/use-kpi-period.ts';
import { useStation } from '../../../parts/stations/use-station.ts';
import { download } from '../../../ui/chart/download.ts';
import { InverterKpis } from './inverter-kpis.tsx';

/** Key figures of a station and of each of its inverters. */
export function KpisTab() {
  const station = useStation();
  const { t } = useTranslation('kpis');
  const period = useKpiPeriod(station.today);
  const { query } = period;
  const request = { params: { id: station.id }, query };
  const kpis = useCall('stationKpis', request, { keepPrevious: true });
  const file = useAction('exportStationKpis');
  return (
    <>
      <KpiCard
        of={station.name}
        zone={station.timeZone}
        period={period}
        loading={kpis}
        answer={kpis.data}
        saving={{
          isPending: file.isPending,
          save: (format) =>
            file.mutate(
              { params: request.params, query: { ...query, format } },
              { onSuccess: (content) => download(`${station.name}_${t('file')}.${format}`, content) },
            ),
        }}
      />
      <InverterKpis station={station.id} from={query.from} to={query.to} />
    </>
  );
}
