import type { AddedByPeople, StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';
import { CorrectedMark } from '../../../parts/stations/corrected-mark.tsx';
import styles from './detail.module.css';
import { allYears, trendRange } from '../../../lib/time/trend-range.ts';
import { hoursToday, powerRatio } from '../capacity-shares.ts';
import { TooMuchPower } from './too-much-power.tsx';

/** Power now and the energies of day, month, year and life, each with its source. */
export function StationFigures({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { live, today } = station;
  const params = { id: station.id };
  // Days and years are asked for as the charts below do, so that both come with one answer.
  const { from, to } = trendRange('month', '', today);
  const sources = {
    day: useCall('stationEnergy', { params, query: { grain: 'day', from, to } }, { refetchMs: 60_000 }),
    month: useCall('stationEnergy', { params, query: { grain: 'month', from: today, to: today } }),
    year: useCall('stationEnergy', { params, query: allYears(today) }),
  };
  const sourceOf = (grain: keyof typeof sources) =>
    sources[grain].data?.buckets.find(({ start }) => today.startsWith(start))?.sources.pv;
  const corrected = (of: keyof AddedByPeople, kwh: number | null) => (
    <CorrectedMark word kwh={kwh} added={live.correction?.[of]} stationId={station.id} />
  );
  const ratio = powerRatio(station);
  const hours = hoursToday(station);
  return (
    <div className={styles.wide}>
      <Figures>
        <Figure
          label={t('figure.power')}
          value={format.powerParts(live.power)}
          time={live.lastDataAt}
          color="var(--energy-pv)"
          note={
            station.capacityKw > 0
              ? t('figure.ofCapacity', {
                  share: format.percent(ratio),
                  capacity: format.capacity(station.capacityKw),
                })
              : null
          }
        />
        <Figure
          label={t('figure.today')}
          value={format.energyParts(live.energyToday)}
          source={sourceOf('day')}
          note={
            <>
              {hours === null ? null : t('figure.hours', { hours: format.value(hours, 'h') })}
              {corrected('today', live.energyToday)}
            </>
          }
        />
        <Figure
          label={t('figure.month')}
          value={format.energyParts(live.energyMonth)}
          source={sourceOf('month')}
          note={corrected('month', live.energyMonth)}
        />
        <Figure
          label={t('figure.year')}
          value={format.energyParts(live.energyYear)}
          source={sourceOf('year')}
          note={corrected('year', live.energyYear)}
        />
        <Figure
          label={t('figure.total')}
          value={format.energyParts(live.energyTotal)}
          note={
            <>
              {t('figure.totalNote')}
              {corrected('total', live.energyTotal)}
            </>
          }
          reason={t('figure.totalReason')}
        />
        <Figure
          label={t('figure.devices')}
          value={{
            value: `${format.number(live.devicesOnline, 0)} / ${format.number(live.devicesTotal, 0)}`,
            unit: '',
          }}
        />
      </Figures>
      <TooMuchPower watts={live.power} station={station} />
    </div>
  );
}
