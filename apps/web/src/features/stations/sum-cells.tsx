import type { StationSums } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Format } from '../../lib/format/use-format.ts';
import { EnergyText } from '../../parts/stations/corrected-mark.tsx';
import { percentOf } from '../../lib/percent-of.ts';

/** Cells of the row of sums by column: over every station under the filter, not over the page. */
export function sumCells(
  sums: StationSums,
  { total, t, format }: { total: number; t: TFunction<'stations'>; format: Format },
): Readonly<Record<string, ReactNode>> {
  return {
    name: t('sums.label', { count: total }),
    capacity: format.capacity(sums.capacityKw),
    power: format.power(sums.power),
    energyToday: <EnergyText kwh={sums.energyToday} of="today" correction={sums.correction} />,
    energyMonth: <EnergyText kwh={sums.energyMonth} of="month" correction={sums.correction} />,
    energyYear: <EnergyText kwh={sums.energyYear} of="year" correction={sums.correction} />,
    energyTotal: <EnergyText kwh={sums.energyTotal} of="total" correction={sums.correction} />,
    loss: format.energy(sums.lostToday),
    expected: format.percent(percentOf(sums.energyOfExpected, sums.expectedToday)),
  };
}
