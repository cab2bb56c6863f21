import type { DeviceDetail, DeviceKind } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import { CorrectedMark } from '../../../parts/stations/corrected-mark.tsx';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { hasLifetime } from './has-lifetime.ts';
import { PowerFigures } from './power-figures.tsx';

const WITH_BATTERY: ReadonlySet<DeviceKind> = new Set(['hybrid', 'battery']);

/** The figures a device of this kind has; what it should tell and does not stays visible as not known. */
export function DeviceFigures({ device }: { device: DeviceDetail }) {
  const { kind, live } = device;
  const { t } = useTranslation(['devices', 'points']);
  const format = useFormat();
  const time = live.lastDataAt;
  return (
    <Card>
      <Figures>
        <PowerFigures device={device} />
        {hasLifetime(kind) ? <EnergyFigure device={device} /> : null}
        {hasLifetime(kind) ? <TotalFigure device={device} /> : null}
        {WITH_BATTERY.has(kind) || live.soc !== null ? (
          <Figure label={t('figure.soc')} value={{ value: format.percent(live.soc), unit: '' }} time={time} />
        ) : null}
        {live.runMode ? (
          <Figure
            label={t('figure.runMode')}
            size="medium"
            value={{ value: t(`runMode.${live.runMode}`, { ns: 'points' }), unit: '' }}
            time={time}
          />
        ) : null}
        {kind === 'logger' || live.signal !== null ? (
          <Figure
            label={t('figure.signal')}
            size="medium"
            value={{ value: format.percent(live.signal), unit: '' }}
          />
        ) : null}
        <Figure
          label={t('column.alarms')}
          size="medium"
          value={{ value: format.number(live.openAlarms, 0), unit: '' }}
        />
      </Figures>
    </Card>
  );
}

/** What it gave today, and by which counter or by its power that is known. */
function EnergyFigure({ device: { id, live, station } }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const may = useMay('telemetry.view');
  const today = isoDayAt(useNow(60_000), station?.timeZone ?? 'UTC');
  const energy = useCall(
    'deviceEnergy',
    { params: { id }, query: { grain: 'day', from: today, to: today } },
    { enabled: may && live.energyToday !== null, refetchMs: 60_000 },
  );
  return (
    <Figure
      label={t('figure.energyToday')}
      value={format.energyParts(live.energyToday)}
      source={energy.data?.buckets[0]?.sources.pv}
    />
  );
}

/** What its lifetime counter shows, with what people added to it. */
function TotalFigure({ device: { id, energyOffset } }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const may = useMay('telemetry.view');
  const latest = useCall('deviceLatest', { params: { id } }, { enabled: may, refetchMs: 60_000 });
  const counter = latest.data?.find(({ key }) => key === 'energy.total');
  const added = energyOffset ?? 0;
  const kwh = counter ? counter.value + added : null;
  return (
    <Figure
      label={t('figure.energyTotal')}
      value={format.energyParts(kwh)}
      time={counter?.time ?? null}
      note={added === 0 ? undefined : <CorrectedMark kwh={kwh} added={added} word />}
    />
  );
}
