import type { StationStorage } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent-of.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';

/** Efficiency, cycles and energies of a period, each with what it is made of or the reason why it is not known. */
export function StoragePeriod({ storage }: { storage: StationStorage }) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const { charged, discharged, cycles, capacityKwh, roundTrip, timeZone } = storage;
  const noEnergy = t('gap.noEnergy');
  return (
    <Figures>
      <Figure
        size="medium"
        label={t('efficiency')}
        value={format.valueParts(percentOf(roundTrip.efficiency, 1), '%', 1)}
        reason={roundTrip.gap ? t(`gap.${roundTrip.gap}`) : noEnergy}
        note={t('efficiencyNote', {
          discharged: format.energy(roundTrip.discharged),
          charged: format.energy(roundTrip.charged),
          stored: format.energy(roundTrip.stored ?? 0),
          start: format.percent(roundTrip.socStart, 0),
          end: format.percent(roundTrip.socEnd, 0),
          from: format.dateTime(roundTrip.from, timeZone),
          to: format.dateTime(roundTrip.to, timeZone),
        })}
      />
      <Figure
        size="medium"
        label={t('cycles')}
        value={format.valueParts(cycles, '', 2)}
        reason={capacityKwh === null ? t('noCapacity') : noEnergy}
        note={t('cyclesNote', {
          discharged: format.energy(discharged),
          capacity: format.energy(capacityKwh),
        })}
      />
      <Figure
        size="medium"
        label={t('discharged')}
        value={format.energyParts(discharged)}
        reason={noEnergy}
        color="var(--energy-discharge)"
      />
      <Figure
        size="medium"
        label={t('charged')}
        value={format.energyParts(charged)}
        reason={noEnergy}
        color="var(--energy-charge)"
      />
    </Figures>
  );
}
