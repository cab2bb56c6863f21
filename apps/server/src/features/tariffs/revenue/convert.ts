import { knownAmount, minorDigits } from '@sunfleet/analysis';
import type { CountedRevenue, ExchangeRates, RevenueSums } from '@sunfleet/contract';
import { createRateBook, type DatedRate } from './rate-book.ts';

const FIGURES = ['today', 'month', 'year', 'total'] as const;

/**
 * Sums of several currencies in one, each by its newest rate of today or before; nothing where one of them has none. Into another currency than
 * the one of the table it goes by way of that one.
 */
export function convert(
  sums: readonly CountedRevenue[],
  table: ExchangeRates,
  { today, wanted }: { today: string; wanted: string | undefined },
): Pick<RevenueSums, 'converted' | 'missing'> {
  const into = wanted ?? table.into;
  if (into === null || sums.every(({ currency }) => currency === into))
    return { converted: null, missing: [] };
  const book = createRateBook(table);
  const used = new Map<string, DatedRate>();
  const missing = new Set<string>();
  const worth = (currency: string): number => {
    const rate = book.worthOn(currency, today);
    if (!rate) missing.add(currency);
    else if (currency !== table.into) used.set(currency, rate);
    return rate?.rate ?? Number.NaN;
  };
  const totals = { today: 0, month: 0, year: 0, total: 0 };
  for (const sum of sums) {
    const share = sum.currency === into ? 1 : worth(sum.currency) / worth(into);
    const factor = share * 10 ** (minorDigits(into) - minorDigits(sum.currency));
    for (const figure of FIGURES) totals[figure] += (sum[figure] ?? Number.NaN) * factor;
  }
  if (missing.size > 0) return { converted: null, missing: [...missing] };
  const rounded = (figure: (typeof FIGURES)[number]) => knownAmount(Math.round(totals[figure]));
  return {
    converted: {
      currency: into,
      today: rounded('today'),
      month: rounded('month'),
      year: rounded('year'),
      total: rounded('total'),
      into: table.into ?? into,
      rates: [...used.values()],
    },
    missing: [],
  };
}
