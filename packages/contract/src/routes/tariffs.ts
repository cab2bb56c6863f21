import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber } from '../ruled.ts';
import { currencyCodeRule, dayRule, investmentRule, rateRule, tariffPriceRule, textRule } from '../rules.ts';
import { csvOf, id, idParam, isoDay } from '../vocabulary.ts';

const tag = 'tariffs';

/** ISO 4217. */
const currency = ruled(currencyCodeRule);
/** `MM-DD` */
const monthDay = z.string().regex(/^\d{2}-\d{2}$/);
const minutes = z.number().int().min(0).max(1440);

const priceRule = z.object({
  /** Places in the list of seasons; empty: the whole year. */
  seasons: z.array(z.number().int().min(0).max(LIMITS.tariffSeasons)).max(LIMITS.tariffSeasons),
  days: z.array(z.enum(['weekday', 'weekend', 'holiday'])).max(3),
  /** Minutes of the local day in steps of five; one that ends before it begins has its rest at the beginning of the same day. */
  from: minutes,
  to: minutes,
  /** Of a kWh, with six decimals at most; it may be negative. */
  price: ruledNumber(tariffPriceRule),
});
const priceRules = z.array(priceRule).max(LIMITS.tariffPrices);

const tariffRules = z.object({
  /** Parts of each year, first and last day included. */
  seasons: z
    .array(
      z.object({
        name: ruled((text) => textRule(text, 'nameEmpty', 40)),
        from: monthDay,
        to: monthDay,
      }),
    )
    .max(LIMITS.tariffSeasons),
  /** Days of the week that are weekend, 1 is Monday. */
  weekend: z.array(z.number().int().min(1).max(7)).max(7),
  /** `YYYY-MM-DD`, or `MM-DD` for each year. */
  holidays: z.array(z.string().max(10)).max(LIMITS.tariffHolidays),
  /** Of energy bought; empty: this tariff says nothing of it. */
  import: priceRules,
  /** Of energy fed in; null: this tariff says nothing of it. */
  feedIn: priceRules.nullable(),
  /** Paid for each kWh of generation. */
  subsidy: ruledNumber(tariffPriceRule).nullable(),
  standing: z
    .object({ amount: z.number().min(-1_000_000).max(1_000_000), per: z.enum(['day', 'month']) })
    .nullable(),
});

/** Rules from a local day on, until the next version; null: from the beginning. */
const tariffVersion = z.object({ from: ruled(dayRule).nullable(), rules: tariffRules });
export type TariffVersion = z.infer<typeof tariffVersion>;

const tariffBody = z.object({
  name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  currency,
  /** In the order of their days; holes and overlaps of each are refused, each by name. */
  versions: z.array(tariffVersion).min(1).max(LIMITS.tariffVersions),
});

const tariff = tariffBody.extend({
  id,
  name: z.string(),
  currency: z.string(),
  versions: z.array(z.object({ from: isoDay.nullable(), rules: tariffRules })),
  /** Of the caller alone instead of an organisation. */
  own: z.boolean(),
  /** Its prices count on stations within the caller's reach alone, so that who may change tariffs may change it. */
  changeable: z.boolean(),
  /** Stations in the caller's scope that have it now or had it once. */
  stations: z.number().int(),
  /** Grows with every change; a change names the one that it began with. */
  revision: z.number().int(),
});
export type Tariff = z.infer<typeof tariff>;

export const listTariffs = route({
  method: 'GET',
  path: '/tariffs',
  summary: "Tariffs of the caller's organisation, or of the caller who has none",
  tag,
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'organisation',
  output: z.array(tariff),
});

export const createTariff = route({
  method: 'POST',
  path: '/tariffs',
  summary:
    'Make a tariff; prices that leave out a time of the year or name it twice are refused, each by name',
  tag,
  auth: 'session',
  permission: 'tariffs.manage',
  scope: 'organisation',
  reach: 'part',
  body: tariffBody,
  output: tariff,
});

export const updateTariff = route({
  method: 'PUT',
  path: '/tariffs/:id',
  summary: 'Change the name and the versions of a tariff; its currency stays',
  tag,
  auth: 'session',
  permission: 'tariffs.manage',
  scope: 'organisation',
  reach: 'part',
  params: idParam,
  body: tariffBody.omit({ currency: true }).extend({ revision: z.number().int() }),
  output: tariff,
});

export const deleteTariff = route({
  method: 'DELETE',
  path: '/tariffs/:id',
  summary: 'Delete a tariff that no station has or had',
  tag,
  auth: 'session',
  permission: 'tariffs.manage',
  scope: 'organisation',
  reach: 'part',
  params: idParam,
  output: z.null(),
});

/** Money of one currency, in its minor units (cents). Null is "not known"; a part that there is not is left out. */
const revenue = z.object({
  currency: z.string(),
  parts: z.object({
    feedIn: z.number().int().nullable().optional(),
    selfUse: z.number().int().nullable().optional(),
    subsidy: z.number().int().nullable().optional(),
    /** Negative: what was bought. */
    import: z.number().int().nullable().optional(),
    standing: z.number().int().nullable().optional(),
  }),
  total: z.number().int().nullable(),
});

/** Why something of a revenue is not known. */
export const REVENUE_GAPS = [
  'noProduction',
  'noExport',
  'noImport',
  'noTariff',
  'noFeedInPrice',
  'noImportPrice',
] as const;

const revenuePeriod = z.object({
  /** First and last local day. */
  from: isoDay,
  to: isoDay,
  revenues: z.array(revenue),
  gaps: z.array(z.enum(REVENUE_GAPS)),
  /** kWh. */
  energies: z.object({ pv: z.number(), export: z.number(), self: z.number(), import: z.number() }),
  /** kWh of production in times without a word of what was fed in: they are in no part. */
  unsettled: z.number(),
  /** kWh in intervals within which a price changed: they were laid evenly over the interval. */
  divided: z.number(),
});
export type RevenuePeriod = z.infer<typeof revenuePeriod>;

/** What has to be there before a payback can be told. */
export const PAYBACK_GAPS = ['noInvestment', 'noRevenue', 'otherCurrency', 'tooShort', 'noProfit'] as const;

const payback = z.object({
  /** Earned of the investment so far, share. */
  share: z.number().nullable(),
  /** Years from the first energy until it is earned, at the mean of all days so far. */
  years: z.number().nullable(),
  gap: z.enum(PAYBACK_GAPS).nullable(),
});

const stationTerm = z.object({
  /** Local day from which it holds; null: from the beginning. */
  from: ruled(dayRule).nullable(),
  /** Null: no tariff from then on. */
  tariffId: id.nullable(),
});

const investment = z.object({ amount: ruledNumber(investmentRule), currency }).nullable();

export const stationTariffs = route({
  method: 'GET',
  path: '/stations/:id/tariffs',
  summary: 'Which tariff a station has since when, and what it cost',
  tag,
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'station',
  params: idParam,
  output: z.object({
    terms: z.array(
      z.object({
        from: isoDay.nullable(),
        tariff: tariff.pick({ id: true, name: true, currency: true, versions: true }).nullable(),
      }),
    ),
    /** The station's simple prices: they hold before the first of the terms. */
    simple: z
      .object({ currency: z.string(), priceBuy: z.number().nullable(), priceFeedIn: z.number().nullable() })
      .nullable(),
    investment: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  }),
});
export type StationTariffs = z.infer<(typeof stationTariffs)['output']>;

export const setStationTariffs = route({
  method: 'PUT',
  path: '/stations/:id/tariffs',
  summary: 'Set which tariff a station has since when, and what it cost',
  tag,
  auth: 'session',
  permission: 'tariffs.assign',
  scope: 'station',
  params: idParam,
  body: z.object({ terms: z.array(stationTerm).max(LIMITS.tariffTerms), investment }),
  output: z.null(),
});

export const stationRevenue = route({
  method: 'GET',
  path: '/stations/:id/revenue',
  summary:
    'What a station earned today, this month, this year and in all, by part and currency, with the reason where something is not known',
  tag,
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'station',
  params: idParam,
  output: z.object({
    today: revenuePeriod,
    month: revenuePeriod,
    year: revenuePeriod,
    /** Null: nothing was measured yet. */
    total: revenuePeriod.nullable(),
    /** Length of the intervals that were priced, minutes. */
    step: z.number().int(),
    payback,
  }),
});
export type StationRevenue = z.infer<(typeof stationRevenue)['output']>;

/** Revenue of a station as lists show it, minor units; counted a while ago. */
export const countedRevenue = z.object({
  currency: z.string(),
  today: z.number().int().nullable(),
  month: z.number().int().nullable(),
  year: z.number().int().nullable(),
  total: z.number().int().nullable(),
});
export type CountedRevenue = z.infer<typeof countedRevenue>;

export const listRevenues = route({
  method: 'GET',
  path: '/revenues',
  summary: 'Revenue of up to 200 stations as it was last counted, by currency',
  tag,
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'station',
  query: z.object({ ids: csvOf(z.coerce.number().int().positive()).pipe(z.array(id).min(1).max(200)) }),
  output: z.array(z.object({ stationId: id, revenues: z.array(countedRevenue) })),
});

export const sumRevenues = route({
  method: 'GET',
  path: '/revenues/sums',
  summary:
    'Revenue of all stations in scope by currency, and in one currency where the table of rates has all of them',
  tag,
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'station',
  /** In which the sum is told; left out: the currency of the table. */
  query: z.object({ currency: currency.optional() }),
  output: z.object({
    sums: z.array(countedRevenue.extend({ stations: z.number().int() })),
    /** Stations whose revenue is not known. */
    unknown: z.number().int(),
    /**
     * Each day at the rate of its day, the newest one of it or before; a figure with a day that has no rate is null. Null as a whole: all is in that
     * currency, there are no rates, or nothing can be converted.
     */
    converted: countedRevenue
      .extend({
        /** Of which the rates tell: one of their currency is so many of it. */
        into: z.string(),
        /** The newest that were used, by currency. */
        rates: z.array(z.object({ currency: z.string(), day: isoDay, rate: z.number() })),
        /** How old a rate was at most on the day that it was used for. */
        oldestDays: z.number().int(),
      })
      .nullable(),
    /** Currencies without a rate, and the first and last day that needed one. */
    missing: z.array(z.object({ currency: z.string(), from: isoDay, to: isoDay })),
  }),
});
export type RevenueSums = z.infer<(typeof sumRevenues)['output']>;

const exchangeRates = z.object({
  /** What the others are converted into; null while there are no rates. */
  into: currency.nullable(),
  rates: z
    .array(z.object({ currency, day: ruled(dayRule), rate: ruledNumber(rateRule) }))
    .max(LIMITS.exchangeRates),
});

export const listExchangeRates = route({
  method: 'GET',
  path: '/exchange-rates',
  summary: "The organisation's dated table of exchange rates: what one unit of a currency is worth",
  tag,
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'organisation',
  output: z.object({
    /** Of the caller alone instead of an organisation. */
    own: z.boolean(),
    into: z.string().nullable(),
    rates: z.array(z.object({ currency: z.string(), day: isoDay, rate: z.number() })),
  }),
});
export type ExchangeRates = Omit<z.infer<(typeof listExchangeRates)['output']>, 'own'>;

export const saveExchangeRates = route({
  method: 'PUT',
  path: '/exchange-rates',
  summary: "Set the organisation's table of exchange rates",
  tag,
  auth: 'session',
  permission: 'tariffs.manage',
  scope: 'organisation',
  reach: 'part',
  body: exchangeRates,
  output: z.null(),
});
