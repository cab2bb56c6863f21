import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';
import styles from './detail.module.css';

/** Power now and the energies of day, month, year and life, each with its source. */
export function StationFigures({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { live, today } = station;
  const day = useCall(
    'stationEnergy',
    { params: { id: station.id }, query: { grain: 'day', from: today, to: today } },
    { refetchMs: 60_000 },
  );
  const source = day.data?.buckets[0]?.sources.pv;
  const ratio = live.power === null ? null : live.power / 10 / station.capacityKw;
  const hours = live.energyToday === null ? null : live.energyToday / station.capacityKw;
  return (
    <div className={styles.wide}>
      <Figures>
        <Figure
          label={t('figure.power')}
          value={format.powerParts(live.power)}
          time={live.lastDataAt}
          color="var(--energy-pv)"
          note={t('figure.ofCapacity', {
            share: format.percent(ratio),
            capacity: format.capacity(station.capacityKw),
          })}
        />
        <Figure
          label={t('figure.today')}
          value={format.energyParts(live.energyToday)}
          source={source}
          note={t('figure.hours', { hours: format.value(hours, 'h') })}
        />
        <Figure label={t('figure.month')} value={format.energyParts(live.energyMonth)} />
        <Figure label={t('figure.year')} value={format.energyParts(live.energyYear)} />
        <Figure label={t('figure.total')} value={format.energyParts(live.energyTotal)} />
        <Figure
          label={t('figure.devices')}
          value={{
            value: `${format.number(live.devicesOnline, 0)} / ${format.number(live.devicesTotal, 0)}`,
            unit: '',
          }}
        />
      </Figures>
    </div>
  );
}
