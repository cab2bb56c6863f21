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
  ['revenueTotal', 'total'],
] as const;

/** What stations earned; amounts of several currencies cannot be sorted, and none of them is summed. */
export function revenueColumns(
  t: TFunction<'stations'>,
  format: Format,
  revenues: Revenues,
): Column<StationRow>[] {
  return COLUMNS.map(([key, figure]) => ({
    key,
    title: t(`column.${key}`),
    align: 'right',
    width: 130,
    hidden: key !== 'revenueToday',
    render: ({ id }) =>
      (revenues.get(id) ?? [])
        .map((revenue) => format.minorMoney(revenue[figure], revenue.currency))
        .join(' · ') || UNKNOWN,
  }));
}
