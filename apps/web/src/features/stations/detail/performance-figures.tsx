import type { StationPerformance } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent-of.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';

/** Ratio, index, yields and capacity factor of IEC 61724-1, each with what it is made of or the reason why it is not known. */
export function PerformanceFigures({ performance }: { performance: StationPerformance }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { capacityKw, energy, irradiation, energyDays, irradiationDays, judgedDays, comparedDays } =
    performance;
  const noEnergy = t('performance.noEnergy');
  const made = capacityKw > 0 ? noEnergy : t('performance.noCapacity');
  const unjudged = energyDays > 0 && irradiationDays > 0 ? t('performance.neverBoth') : made;
  return (
    <Figures>
      <Figure
        size="medium"
        label={t('performance.ratio')}
        value={format.valueParts(percentOf(performance.performanceRatio, 1), '%', 1)}
        reason={irradiationDays === 0 ? t('performance.noSensor') : unjudged}
        note={t('performance.ratioNote', { count: judgedDays })}
      />
      <Figure
        size="medium"
        label={t('performance.index')}
        value={format.valueParts(percentOf(performance.energyPerformanceIndex, 1), '%', 1)}
        reason={performance.expected === null ? t('performance.noExpected') : t('performance.neverCompared')}
        note={t('performance.indexNote', {
          expected: format.energy(performance.expected),
          share: format.percent(percentOf(performance.expectedBySensor, 1)),
          days: t('performance.days', { count: comparedDays }),
        })}
      />
      <Figure
        size="medium"
        label={t('performance.finalYield')}
        value={format.valueParts(performance.finalYield, 'h', 2)}
        reason={made}
        note={t('performance.finalNote', {
          energy: format.energy(energy),
          capacity: format.capacity(capacityKw),
          days: t('performance.days', { count: energyDays }),
        })}
      />
      <Figure
        size="medium"
        label={t('performance.referenceYield')}
        value={format.valueParts(performance.referenceYield, 'h', 2)}
        reason={t('performance.noSensor')}
        note={t('performance.referenceNote', {
          irradiation: format.value(irradiation, 'kWh/m²', 2),
          days: t('performance.days', { count: irradiationDays }),
        })}
      />
      <Figure
        size="medium"
        label={t('performance.capacityFactor')}
        value={format.valueParts(percentOf(performance.capacityFactor, 1), '%', 1)}
        reason={made}
        note={t('performance.factorNote')}
      />
    </Figures>
  );
}
