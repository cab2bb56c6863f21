import { knownAmount, minorDigits } from '@sunfleet/analysis';
import type { CountedRevenue, ExchangeRates, RevenueSums } from '@sunfleet/contract';

const FIGURES = ['today', 'month', 'year', 'total'] as const;

/** Sums of several currencies in one, each by its newest rate of today or before; nothing where one of them has none. */
export function convert(
  sums: readonly CountedRevenue[],
  { into, rates }: ExchangeRates,
  today: string,
): Pick<RevenueSums, 'converted' | 'missing'> {
  if (into === null || sums.every(({ currency }) => currency === into))
    return { converted: null, missing: [] };
  const used: ExchangeRates['rates'] = [];
  const missing: string[] = [];
  const totals = { today: 0, month: 0, year: 0, total: 0 };
  for (const sum of sums) {
    const rate =
      sum.currency === into
        ? undefined
        : rates.findLast(({ currency, day }) => currency === sum.currency && day <= today);
    if (sum.currency !== into && !rate) missing.push(sum.currency);
    if (rate) used.push(rate);
    const factor = (rate?.rate ?? 1) * 10 ** (minorDigits(into) - minorDigits(sum.currency));
    for (const figure of FIGURES) totals[figure] += (sum[figure] ?? Number.NaN) * factor;
  }
  if (missing.length > 0) return { converted: null, missing };
  const rounded = Object.fromEntries(
    FIGURES.map((figure) => [figure, knownAmount(Math.round(totals[figure]))]),
  );
  return {
    converted: {
      currency: into,
      ...(rounded as Record<(typeof FIGURES)[number], number | null>),
      rates: used,
    },
    missing,
  };
}
