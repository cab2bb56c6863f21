import type { ExchangeRates } from '@sunfleet/contract';

export type DatedRate = ExchangeRates['rates'][number];

/** Looks up what a currency was worth on a day. */
export interface RateBook {
  /** In the currency of the table, with the day from which it is: the newest one of that day or before. */
  worthOn(currency: string, day: string): DatedRate | undefined;
}

/** Of a table by day; its own currency is worth one of itself on every day. */
export function createRateBook({ into, rates }: ExchangeRates): RateBook {
  const byCurrency = Map.groupBy(
    rates.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ({ currency }) => currency,
  );
  return {
    worthOn: (currency, day) =>
      currency === into ? { currency, day, rate: 1 } : newestUntil(byCurrency.get(currency) ?? [], day),
  };
}

/** By halves: there may be thousands, and they are looked up for each day of many years. */
function newestUntil(rates: readonly DatedRate[], day: string): DatedRate | undefined {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rates[middle]!.day <= day) low = middle + 1;
    else high = middle;
  }
  return rates[low - 1];
}
