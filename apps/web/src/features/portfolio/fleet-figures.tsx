import type { AddedByPeople, PortfolioOverview } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { CorrectedMark } from '../../parts/stations/corrected-mark.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Figure, Figures } from '../../ui/figure/figure.tsx';
import styles from './portfolio.module.css';

/** Power, energies and capacity of all stations. */
export function FleetFigures({ overview }: { overview: PortfolioOverview }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const { stations, powerKnown } = overview;
  const corrected = (of: keyof AddedByPeople, kwh: number | null) => (
    <CorrectedMark word kwh={kwh} added={overview.correction?.[of]} />
  );
  return (
    <Figures>
      <Figure
        label={t('figure.power')}
        value={format.powerParts(overview.power)}
        color="var(--energy-pv)"
        note={t('figure.powerKnown', {
          known: format.number(powerKnown, 0),
          all: format.number(stations, 0),
          count: stations,
        })}
      />
      <Figure
        label={t('figure.today')}
        value={format.energyParts(overview.energyToday)}
        note={corrected('today', overview.energyToday)}
      />
      <Figure
        label={t('figure.month')}
        value={format.energyParts(overview.energyMonth)}
        note={corrected('month', overview.energyMonth)}
      />
      <Figure
        label={t('figure.year')}
        value={format.energyParts(overview.energyYear)}
        note={corrected('year', overview.energyYear)}
      />
      <Figure
        label={t('figure.total')}
        value={format.energyParts(overview.energyTotal)}
        note={corrected('total', overview.energyTotal)}
      />
      <Figure
        label={t('figure.capacity')}
        value={format.capacityParts(overview.capacityKw)}
        note={t('figure.stations', { count: stations })}
      />
    </Figures>
  );
}

/** What the stations saved, with the factors named. */
export function Benefit({ benefit }: { benefit: NonNullable<PortfolioOverview['benefit']> }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  return (
    <Card
      title={t('benefit.title')}
      extra={
        <span className={styles.muted}>
          {t('benefit.factors', {
            co2: format.number(benefit.factors.co2, 3),
            coal: format.number(benefit.factors.coal, 2),
          })}
        </span>
      }
    >
      <Figures>
        <Figure size="medium" label={t('benefit.co2')} value={format.massParts(benefit.co2)} />
        <Figure size="medium" label={t('benefit.coal')} value={format.massParts(benefit.coal)} />
        <Figure
          size="medium"
          label={t('benefit.trees')}
          value={{ value: format.number(benefit.trees, 0), unit: '' }}
        />
      </Figures>
    </Card>
  );
}
