import type { DeviceDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import { KpiCard } from '../../../parts/kpis/kpi-card.tsx';
import { useKpiPeriod } from '../../../parts/kpis/use-kpi-period.ts';
import { download } from '../../../ui/chart/download.ts';
import { Permitted } from '../../../ui/page/page.tsx';

/** Key figures of an inverter in the light of its station. */
export function KpisTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="telemetry.view">
      <DeviceKpis device={device} />
    </Permitted>
  );
}

function DeviceKpis({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('kpis');
  const zone = device.station?.timeZone ?? 'UTC';
  const period = useKpiPeriod(isoDayAt(useNow(60_000), zone));
  const { query } = period;
  const params = { id: device.id };
  const kpis = useCall('deviceKpis', { params, query }, { keepPrevious: true });
  const file = useAction('exportDeviceKpis');
  const name = device.name ?? device.sn;
  return (
    <KpiCard
      of={name}
      zone={zone}
      period={period}
      loading={kpis}
      answer={kpis.data}
      saving={{
        isPending: file.isPending,
        save: (format) =>
          file.mutate(
            { params, query: { ...query, format } },
            { onSuccess: (content) => download(`${name}_${t('file')}.${format}`, content) },
          ),
      }}
    />
  );
}
