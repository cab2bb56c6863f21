import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/card.tsx';
import { AvailabilityBars } from './availability-bars.tsx';
import { BenefitCard } from './benefit-card.tsx';
import { DayCurve } from './day-curve.tsx';
import styles from './detail.module.css';
import { useStation } from '../../../parts/stations/use-station.ts';
import { EnergyBars } from './energy-bars.tsx';
import { EnergyFlow } from './energy-flow.tsx';
import { OpenAlarms } from './open-alarms.tsx';
import { WeatherCard } from '../weather/weather-card.tsx';
import { StationFigures } from './station-figures.tsx';

/** All of a station on one page: what flows now, what the day brought, what stands against it. */
export function OverviewTab() {
  const { t } = useTranslation('stations');
  const station = useStation();
  return (
    <div className={styles.overview}>
      <StationFigures station={station} />
      <div className={styles.flow}>
        <Card title={t('flow.title')}>
          <EnergyFlow live={station.live} hasBattery={station.batteryKwh !== null} />
        </Card>
      </div>
      <div className={styles.curve}>
        <Card>
          <DayCurve station={station} />
        </Card>
      </div>
      <div className={styles.wide}>
        <Card>
          <EnergyBars station={station} />
        </Card>
      </div>
      <div className={styles.wide}>
        <Card>
          <AvailabilityBars station={station} />
        </Card>
      </div>
      <div className={styles.wide}>
        <WeatherCard station={station} />
      </div>
      <BenefitCard station={station} />
      {station.live.alarms.emergency + station.live.alarms.general + station.live.alarms.tip > 0 ? (
        <div className={styles.wide}>
          <OpenAlarms station={station} />
        </div>
      ) : null}
    </div>
  );
}
