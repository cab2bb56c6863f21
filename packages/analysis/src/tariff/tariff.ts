/** What kind of day a price is for. A holiday is one whatever its weekday. */
export const DAY_TYPES = ['weekday', 'weekend', 'holiday'] as const;
export type DayType = (typeof DAY_TYPES)[number];

/** Prices change on such borders of the local clock, minutes: as fine as energies are stored. */
export const CLOCK_STEP = 5;
export const DAY_MINUTES = 1440;

/** A part of each year, first and last day included, `MM-DD`; one that ends before it begins goes on over New Year. */
export interface Season {
  name: string;
  from: string;
  to: string;
}

/** The price of a kWh at some times. */
export interface PriceRule {
  /** Places in the list of seasons; none: the whole year. */
  seasons: readonly number[];
  days: readonly DayType[];
  /** Minutes of the local day, `to` excluded; one that ends before it begins has its rest at the beginning of the same day. */
  from: number;
  to: number;
  /** Of a kWh in the tariff's currency; it may be negative. */
  price: number;
}

/** What a kWh costs and earns, and what is charged besides. */
export interface TariffRules {
  seasons: readonly Season[];
  /** Days of the week that are weekend, 1 is Monday. */
  weekend: readonly number[];
  /** `YYYY-MM-DD`, or `MM-DD` for each year. */
  holidays: readonly string[];
  /** Of energy bought. */
  import: readonly PriceRule[];
  /** Of energy fed in; null: this tariff says nothing of it. */
  feedIn: readonly PriceRule[] | null;
  /** Paid for each kWh of generation. */
  subsidy: number | null;
  standing: { amount: number; per: 'day' | 'month' } | null;
}

/** Directions with prices of their own. */
export const DIRECTIONS = ['import', 'feedIn'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** One price at all times. */
export const always = (price: number): PriceRule[] => [
  { seasons: [], days: [...DAY_TYPES], from: 0, to: DAY_MINUTES, price },
];

/** A tariff of one price for each direction. */
export function fixedTariff(prices: { import: number | null; feedIn: number | null }): TariffRules {
  return {
    seasons: [],
    weekend: [6, 7],
    holidays: [],
    import: prices.import === null ? [] : always(prices.import),
    feedIn: prices.feedIn === null ? null : always(prices.feedIn),
    subsidy: null,
    standing: null,
  };
}

/** Whether each price changes only on clock times that are a multiple of so many minutes. */
export function changesOn({ import: bought, feedIn }: TariffRules, minutes: number): boolean {
  return [...bought, ...(feedIn ?? [])].every(({ from, to }) => from % minutes === 0 && to % minutes === 0);
}
