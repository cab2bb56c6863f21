import type { StationRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format/use-format.ts';
import { percentOf } from '../../lib/percent-of.ts';
import type { Column } from '../../ui/table/column.ts';

type Day = Pick<StationRow['live'], 'energyToday' | 'expectedToday'>;

/** Full-load hours that the sun must have been worth before a share of them says anything. */
const TELLING_HOURS = 0.25;

/** Percent of what the sun should have given today; unknown where either is, and while the sun has hardly risen. */
export function expectedPercent({ energyToday, expectedToday }: Day, capacityKw: number): number | null {
  if (expectedToday === null || expectedToday < TELLING_HOURS * capacityKw) return null;
  return percentOf(energyToday, expectedToday);
}

/** kWh that are missing against the expectation of today; a station that gave more lost nothing. */
export function lostToday({ energyToday, expectedToday }: Day): number | null {
  if (energyToday === null || expectedToday === null) return null;
  return Math.max(0, expectedToday - energyToday);
}

/** What is missing today: the order of the list until somebody chooses another. */
export function expectedColumns(t: TFunction<'stations'>, format: Format): Column<StationRow>[] {
  return [
    {
      key: 'loss',
      title: t('column.loss'),
      hint: t('column.lossHint'),
      sort: 'loss',
      align: 'right',
      width: 104,
      render: ({ live }) => format.energy(lostToday(live)),
    },
    {
      key: 'expected',
      title: t('column.expected'),
      hint: t('column.expectedHint'),
      sort: 'expected',
      align: 'right',
      width: 96,
      render: ({ live, capacityKw }) => format.percent(expectedPercent(live, capacityKw)),
    },
  ];
}
