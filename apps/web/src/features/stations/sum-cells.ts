import type { StationSums } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format/use-format.ts';
import { percentOf } from '../../lib/percent-of.ts';

/** Cells of the row of sums by column: over every station under the filter, not over the page. */
export function sumCells(
  sums: StationSums,
  { total, t, format }: { total: number; t: TFunction<'stations'>; format: Format },
): Readonly<Record<string, string>> {
  return {
    name: t('sums.label', { count: total }),
    capacity: format.capacity(sums.capacityKw),
    power: format.power(sums.power),
    energyToday: format.energy(sums.energyToday),
    energyMonth: format.energy(sums.energyMonth),
    energyYear: format.energy(sums.energyYear),
    energyTotal: format.energy(sums.energyTotal),
    loss: format.energy(sums.lostToday),
    expected: format.percent(percentOf(sums.energyOfExpected, sums.expectedToday)),
  };
}
