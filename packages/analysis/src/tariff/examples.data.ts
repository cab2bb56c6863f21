import { always, DAY_TYPES, fixedTariff, type PriceRule, type TariffRules } from './tariff.ts';

const at = (from: number, to: number, price: number, values: Partial<PriceRule> = {}): PriceRule => ({
  seasons: [],
  days: [...DAY_TYPES],
  from: from * 60,
  to: to * 60,
  price,
  ...values,
});
const working = { days: ['weekday' as const] };
const free = { days: ['weekend' as const, 'holiday' as const] };

/** Tariffs to begin with: round figures that show what can be said, and no utility's prices. */
export const TARIFF_EXAMPLES = {
  fixed: fixedTariff({ import: 0.3, feedIn: 0.08 }),
  dayNight: {
    ...fixedTariff({ import: null, feedIn: 0.08 }),
    import: [at(6, 22, 0.32), at(22, 6, 0.22)],
    standing: { amount: 12, per: 'month' },
  },
  seasons: {
    ...fixedTariff({ import: null, feedIn: null }),
    seasons: [
      { name: '1', from: '04-01', to: '09-30' },
      { name: '2', from: '10-01', to: '03-31' },
    ],
    holidays: ['01-01', '12-25'],
    import: [
      at(11, 17, 0.18, { ...working, seasons: [0] }),
      at(17, 21, 0.4, { ...working, seasons: [0] }),
      at(21, 11, 0.25, { ...working, seasons: [0] }),
      at(17, 21, 0.45, { ...working, seasons: [1] }),
      at(21, 17, 0.28, { ...working, seasons: [1] }),
      at(0, 24, 0.22, free),
    ],
    feedIn: always(0.06),
  },
} as const satisfies Record<string, TariffRules>;
export type TariffExample = keyof typeof TARIFF_EXAMPLES;
