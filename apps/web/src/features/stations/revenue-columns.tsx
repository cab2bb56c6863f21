import type { CountedRevenue, StationRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import type { Format } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';

/** Counted revenue by station, each currency by itself. */
export type Revenues = ReadonlyMap<number, readonly CountedRevenue[]>;

const COLUMNS = [
  ['revenueToday', 'today'],
  ['revenueMonth', 'month'],
  ['revenueYear', 'year'],
  ['revenueTotal', 'total'],
] as const;

/** What stations earned; amounts are sorted only within the one currency that is chosen, and none of them is summed. */
export function revenueColumns(
  t: TFunction<'stations'>,
  format: Format,
  { revenues, currency }: { revenues: Revenues; currency: string },
): Column<StationRow>[] {
  return COLUMNS.map(([key, figure]) => ({
    key,
    title: t(`column.${key}`),
    ...(currency === '' ? { hint: t('column.revenueHint') } : { sort: key }),
    align: 'right',
    width: 130,
    hidden: key !== 'revenueToday',
    render: ({ id }) =>
      (revenues.get(id) ?? [])
        .filter((revenue) => currency === '' || revenue.currency === currency)
        .map((revenue) => format.minorMoney(revenue[figure], revenue.currency))
        .join(' · ') || UNKNOWN,
  }));
}
