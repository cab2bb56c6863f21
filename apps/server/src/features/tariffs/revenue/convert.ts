import { knownAmount, minorDigits } from '@sunfleet/analysis';
import type { CountedRevenue, ExchangeRates, RevenueSums } from '@sunfleet/contract';
import { createRateBook, type DatedRate } from './rate-book.ts';

const FIGURES = ['today', 'month', 'year', 'total'] as const;
type Figure = (typeof FIGURES)[number];
const DAY_MS = 86_400_000;

/** What was earned in a currency on a day, minor units, and the figures that the day is in. */
export interface DayAmount {
  currency: string;
  day: string;
  amount: number;
  figures: readonly Figure[];
}

interface Sums {
  /** By currency, as they are known. */
  sums: readonly CountedRevenue[];
  /** Of the currencies that are converted, some at a time: together they may be millions. */
  days: Iterable<readonly DayAmount[]> | AsyncIterable<readonly DayAmount[]>;
  into: string;
}

/**
 * Sums of several currencies in one: each day goes by its rate, the newest one of it or before, and months, years and totals are sums of converted
 * days, rounded once. Into another currency than the one of the table a day goes by way of that one. A figure with a day that has no
 * rate is not known.
 */
export async function convert(
  { sums, days, into }: Sums,
  table: ExchangeRates,
): Promise<Pick<RevenueSums, 'converted' | 'missing'>> {
  const worth = createWorth(table);
  const digits = minorDigits(into);
  const totals = new Map<Figure, number | null>();
  for (const figure of FIGURES) {
    const own = sums.find(({ currency }) => currency === into);
    const known = sums.every((sum) => sum[figure] !== null);
    totals.set(figure, known ? (own?.[figure] ?? 0) : null);
  }
  const add = ({ currency, day, amount, figures }: DayAmount) => {
    // Nothing is worth nothing at any rate.
    if (amount === 0 || figures.length === 0) return;
    const [of, ofInto] = [worth.on(currency, day), worth.on(into, day)];
    const scale = 10 ** (digits - worth.digits(currency));
    for (const figure of figures) {
      const before = totals.get(figure)!;
      const isKnown = before !== null && of !== undefined && ofInto !== undefined;
      totals.set(figure, isKnown ? before + (amount * of * scale) / ofInto : null);
    }
  };
  for await (const some of days) for (const one of some) add(one);
  const rounded = (figure: Figure) => {
    const total = totals.get(figure)!;
    return total === null ? null : knownAmount(Math.round(total));
  };
  const figures = Object.fromEntries(FIGURES.map((figure) => [figure, rounded(figure)])) as Record<
    Figure,
    number | null
  >;
  const { rates, oldest, missing } = worth.used();
  if (FIGURES.every((figure) => figures[figure] === null)) return { converted: null, missing };
  return {
    converted: { currency: into, ...figures, into: table.into ?? into, rates, oldestDays: oldest },
    missing,
  };
}

/** Remembers which rates were used and which were missing. */
function createWorth(table: ExchangeRates) {
  const book = createRateBook(table);
  const newest = new Map<string, DatedRate>();
  const missing = new Map<string, { from: string; to: string }>();
  const digits = new Map<string, number>();
  let oldest = 0;
  return {
    on(currency: string, day: string): number | undefined {
      const rate = book.worthOn(currency, day);
      if (!rate) {
        const { from, to } = missing.get(currency) ?? { from: day, to: day };
        missing.set(currency, { from: day < from ? day : from, to: day > to ? day : to });
      } else if (currency !== table.into) {
        if (rate.day >= (newest.get(currency)?.day ?? '')) newest.set(currency, rate);
        oldest = Math.max(oldest, Math.round((Date.parse(day) - Date.parse(rate.day)) / DAY_MS));
      }
      return rate?.rate;
    },
    digits(currency: string): number {
      const known = digits.get(currency) ?? minorDigits(currency);
      digits.set(currency, known);
      return known;
    },
    used: () => ({
      rates: [...newest.values()],
      oldest,
      missing: [...missing].map(([currency, span]) => ({ currency, ...span })),
    }),
  };
}
