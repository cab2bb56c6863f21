import { expectedPercent, lostToday } from '@sunfleet/analysis';
import type { StationRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';

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
