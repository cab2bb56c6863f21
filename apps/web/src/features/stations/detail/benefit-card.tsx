import { ENVIRONMENT_FACTORS, gridFactor } from '@sunfleet/analysis';
import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { countryName } from '../../../lib/countries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';
import { allYears } from '../../../lib/time/trend-range.ts';

const PRESET = ENVIRONMENT_FACTORS.fusionSolar;

/** What the station's energy saved, each year by the factor of its country's grid, with the factor and its source. */
export function BenefitCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation(['stations', 'portfolio']);
  const format = useFormat();
  const { data } = useCall('stationEnergy', {
    params: { id: station.id },
    query: allYears(station.today),
  });
  const years = (data?.buckets ?? []).flatMap(({ start, energies: { pv } }) =>
    pv === undefined ? [] : [{ year: Number(start), pv }],
  );
  if (years.length === 0) return null;
  const country = station.country ?? station.place?.country ?? null;
  const co2 = years.reduce(
    (sum, { year, pv }) => sum + pv * (gridFactor(country, year)?.co2 ?? PRESET.co2),
    0,
  );
  const trees = co2 / PRESET.co2PerTree;
  const newest = gridFactor(country, years.at(-1)!.year);
  const factor = newest
    ? t('benefit.factor', {
        factor: format.number(newest.co2, 3),
        country: countryName(country!, format.language),
        year: String(newest.year),
        source: newest.source,
      })
    : t('benefit.preset', { factor: format.number(PRESET.co2, 3) });
  return (
    <div className={styles.wide}>
      <Card title={t('benefit.title', { ns: 'portfolio' })}>
        <Figures>
          <Figure
            size="medium"
            label={t('benefit.co2', { ns: 'portfolio' })}
            value={format.massParts(co2)}
            note={newest?.quoted ? `${factor}. ${t('benefit.quoted')}` : factor}
          />
          <Figure
            size="medium"
            label={t('benefit.trees', { ns: 'portfolio' })}
            value={{ value: format.number(trees, trees < 10 ? 1 : 0), unit: '' }}
            note={t('benefit.tree', { co2: format.mass(PRESET.co2PerTree) })}
          />
        </Figures>
      </Card>
    </div>
  );
}
