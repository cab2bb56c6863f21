import { addDays, dayRange, localDayOf, type TimeRange } from '../time/local-days.ts';
import {
  energyOf,
  exactPrice,
  knownAmount,
  minorDigits,
  toMinorUnits,
  type ExactAmount,
} from './minor-units.ts';
import { dayNumber, priceSlots, type PriceSlots, type TariffTerm } from './price-slots.ts';
import { exactAt, orNothing, sumBySlot } from './slot-sums.ts';

/** Energies of intervals of one length, kWh; NaN where one is not known, a flow that nobody measures left out. */
export interface IntervalEnergies {
  /** UTC, epoch milliseconds. */
  starts: Float64Array;
  lengthMs: number;
  pv?: Float64Array | undefined;
  export?: Float64Array | undefined;
  import?: Float64Array | undefined;
  charge?: Float64Array | undefined;
  discharge?: Float64Array | undefined;
}

export const REVENUE_PARTS = ['feedIn', 'selfUse', 'subsidy', 'import', 'standing'] as const;
/** What was paid for energy fed in, what own energy saved, what was paid for generation; what was bought and what was charged, both negative. */
export type RevenuePart = (typeof REVENUE_PARTS)[number];

export const REVENUE_GAPS = [
  'noProduction',
  'noExport',
  'noImport',
  'noTariff',
  'noFeedInPrice',
  'noImportPrice',
] as const;
/** Why a part is not known. */
export type RevenueGap = (typeof REVENUE_GAPS)[number];

/** Money of one currency, in minor units. */
export interface Revenue {
  currency: string;
  /** Null where a part is not known; parts that the tariff does not have are left out. */
  parts: Partial<Record<RevenuePart, number | null>>;
  /** Sum of the parts as they are rounded; null where one of them is not known. */
  total: number | null;
}

export interface RevenueResult {
  revenues: Revenue[];
  gaps: RevenueGap[];
  /** kWh priced. */
  energies: { pv: number; export: number; self: number; import: number };
  /** kWh of production whose share that was fed in is not known: it is in no part. */
  unsettled: number;
  /** kWh in intervals within which the price changed: they were laid evenly over the interval. */
  divided: number;
}

export interface RevenueQuestion {
  terms: readonly TariffTerm[];
  zone: string;
  /** Parts that a station of its kind does not have. */
  without?: readonly RevenuePart[];
  /** Whose local days are charged the standing charge. */
  range: TimeRange;
}

const SUMS = ['pv', 'export', 'self', 'import'] as const;
type Sum = (typeof SUMS)[number];
const PER_SLOT = SUMS.length;

/**
 * What a station earned: feed-in at its price, own energy at the price of what was not bought for it, minus what was bought, each at the price
 * of its time by the local clock. Own energy is production and battery less what was fed in. Energies are taken in whole millionths of a kWh and
 * added up by price, then multiplied by prices in millionths, all as whole numbers; each part is rounded once.
 */
export function revenueOf(intervals: IntervalEnergies, question: RevenueQuestion): RevenueResult {
  const steps = revenueSteps(intervals, question);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of some milliseconds, because many years of five minutes take seconds. */
export function* revenueSteps(
  intervals: IntervalEnergies,
  question: RevenueQuestion,
): Generator<undefined, RevenueResult, undefined> {
  const prices = priceSlots(question.terms, question.zone);
  const { byCurrency, gaps, sums } = yield* pricedSteps(intervals, question, prices);
  const parts = REVENUE_PARTS.filter((part) => !question.without?.includes(part));
  for (const part of parts)
    for (const flow of NEEDS[part]) if (!intervals[flow] && part !== 'subsidy') gaps.add(MISSING[flow]);
  return {
    revenues: [...byCurrency].map(([currency, sum]) =>
      close({ currency, sum, parts, digits: minorDigits(currency) }, intervals),
    ),
    gaps: [...gaps],
    energies: Object.fromEntries(
      SUMS.map((sum, at) => [sum, energyOf(sums.all[at]!)]),
    ) as RevenueResult['energies'],
    unsettled: energyOf(sums.unsettled),
    divided: energyOf(sums.divided),
  };
}

/** Totals in minor units by currency and local day; null where one is not known. */
export type RevenueDays = ReadonlyMap<string, ReadonlyMap<string, number | null>>;

/** Days that are priced in one step. */
const DAYS_AT_ONCE = 50;

/**
 * What each local day of the range earned. A flow counts as measured on all of them or on none, as it does in the sum over the range, so that the days
 * are together what the sum is, but for what rounding leaves.
 */
export function* revenueDaySteps(
  intervals: IntervalEnergies,
  question: RevenueQuestion,
): Generator<undefined, RevenueDays, undefined> {
  const { zone, range, without } = question;
  const prices = priceSlots(question.terms, zone);
  const parts = REVENUE_PARTS.filter((part) => !without?.includes(part));
  const digitsOf = new Map<string, number>();
  const found = new Map<string, Map<string, number | null>>();
  const last = range.end > range.start ? localDayOf(range.end - 1, zone) : '';
  let [at, days] = [0, 0];
  for (let day = localDayOf(range.start, zone); day <= last; day = addDays(day, 1)) {
    days += 1;
    if (days % DAYS_AT_ONCE === 0) yield;
    const { end } = dayRange(day, zone);
    const from = at;
    while (at < intervals.starts.length && intervals.starts[at]! < end) at += 1;
    const ofDay = sliceOf(intervals, from, at);
    const start = Math.max(range.start, dayRange(day, zone).start);
    const { byCurrency } = yield* pricedSteps(ofDay, { ...question, range: { start, end } }, prices);
    for (const [currency, sum] of byCurrency) {
      const digits = digitsOf.get(currency) ?? minorDigits(currency);
      digitsOf.set(currency, digits);
      const known = found.get(currency) ?? new Map<string, number | null>();
      found.set(currency, known.set(day, close({ currency, sum, parts, digits }, ofDay).total));
    }
  }
  return found;
}

function sliceOf(intervals: IntervalEnergies, from: number, to: number): IntervalEnergies {
  const { starts, lengthMs, ...flows } = intervals;
  const cut = Object.entries(flows).map(([flow, values]) => [flow, values?.subarray(from, to)]);
  return { starts: starts.subarray(from, to), lengthMs, ...Object.fromEntries(cut) };
}

/** Amounts by currency and part, not rounded yet. */
function* pricedSteps(intervals: IntervalEnergies, question: RevenueQuestion, prices: PriceSlots) {
  const sums = yield* sumBySlot(
    intervals,
    { width: PER_SLOT, read: (at, into) => readInterval(intervals, at, into), moved: producedAndBought },
    prices,
  );
  const gaps = new Set<RevenueGap>();
  if (sums.outside > 0 || question.terms.every(({ tariff }) => tariff === null)) gaps.add('noTariff');
  const byCurrency = new Map<string, PartSums>();
  const of = (currency: string) => {
    const found = byCurrency.get(currency) ?? partSums();
    byCurrency.set(currency, found);
    return found;
  };
  for (const [at, slot] of prices.slots.entries()) {
    const { currency, rules } = question.terms[slot.term]!.tariff!;
    const energy = (sum: Sum) => BigInt(sums.bySlot[at * PER_SLOT + SUMS.indexOf(sum)] ?? 0);
    const add = of(currency);
    addPart(
      add,
      { part: 'feedIn', energy: energy('export'), price: slot.feedIn, missing: 'noFeedInPrice' },
      gaps,
    );
    addPart(
      add,
      { part: 'selfUse', energy: energy('self'), price: slot.import, missing: 'noImportPrice' },
      gaps,
    );
    addPart(
      add,
      { part: 'import', energy: -energy('import'), price: slot.import, missing: 'noImportPrice' },
      gaps,
    );
    if (rules.subsidy !== null)
      addPart(
        add,
        { part: 'subsidy', energy: energy('pv'), price: rules.subsidy, missing: 'noTariff' },
        gaps,
      );
  }
  addStanding(question, prices, of);
  return { byCurrency, gaps, sums };
}

type PartSums = Map<RevenuePart, ExactAmount | null>;
const partSums = (): PartSums => new Map();

interface Priced {
  part: RevenuePart;
  energy: bigint;
  price: number | null;
  missing: RevenueGap;
}

function addPart(sums: PartSums, { part, energy, price, missing }: Priced, gaps: Set<RevenueGap>): void {
  const before = sums.get(part);
  if (price !== null) {
    if (before !== null) sums.set(part, (before ?? 0n) + exactPrice(price) * energy);
  } else if (energy !== 0n) {
    gaps.add(missing);
    sums.set(part, null);
  }
}

/** Of an interval within which the price changed. */
const producedAndBought = (energies: Float64Array) => Math.abs(energies[0]!) + Math.abs(energies[3]!);

/** Puts the energies of an interval in the order of `SUMS`; answers the production that cannot be told into fed in and used. */
function readInterval(intervals: IntervalEnergies, at: number, into: Float64Array): number {
  const pv = exactAt(intervals.pv, at);
  const fedIn = exactAt(intervals.export, at);
  const charge = exactAt(intervals.charge, at);
  const discharge = exactAt(intervals.discharge, at);
  const settled = !Number.isNaN(fedIn);
  into[0] = orNothing(pv);
  into[1] = orNothing(fedIn);
  // What charges the battery is bought or produced now and saves something when it comes out again.
  into[2] = settled ? orNothing(pv) - fedIn - orNothing(charge) + orNothing(discharge) : 0;
  into[3] = orNothing(exactAt(intervals.import, at));
  return settled ? 0 : Math.max(0, orNothing(pv));
}

/** A charge by month is laid evenly over the days of its month. */
function addStanding(
  { terms, zone, range }: RevenueQuestion,
  prices: PriceSlots,
  of: (currency: string) => PartSums,
): void {
  if (range.end <= range.start || terms.every(({ tariff }) => !tariff?.rules.standing)) return;
  const last = dayNumber(localDayOf(range.end - 1, zone));
  for (let day = dayNumber(localDayOf(range.start, zone)); day <= last; day += 1) {
    const tariff = terms[prices.termOf(day)]?.tariff;
    const standing = tariff?.rules.standing;
    if (!tariff || !standing) continue;
    const days = standing.per === 'day' ? 1 : daysInMonth(day);
    const sums = of(tariff.currency);
    sums.set(
      'standing',
      (sums.get('standing') ?? 0n) - (exactPrice(standing.amount) * 1_000_000n) / BigInt(days),
    );
  }
}

function daysInMonth(day: number): number {
  const date = new Date(day * 86_400_000);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

const MISSING = { pv: 'noProduction', export: 'noExport', import: 'noImport' } as const satisfies Record<
  string,
  RevenueGap
>;
/** The flows that a part is computed from. */
const NEEDS: Readonly<Record<RevenuePart, readonly ('pv' | 'export' | 'import')[]>> = {
  feedIn: ['export'],
  selfUse: ['pv', 'export'],
  subsidy: ['pv'],
  import: ['import'],
  standing: [],
};

interface Closing {
  currency: string;
  sum: PartSums;
  parts: readonly RevenuePart[];
  /** Decimals of the currency. */
  digits: number;
}

function close({ currency, sum, parts: shown, digits }: Closing, intervals: IntervalEnergies): Revenue {
  const parts: Revenue['parts'] = {};
  let total: number | null = 0;
  for (const part of shown) {
    const amount = sum.get(part);
    if (amount === undefined) continue;
    const known = amount !== null && NEEDS[part].every((flow) => intervals[flow] !== undefined);
    parts[part] = known ? knownAmount(toMinorUnits(amount, digits)) : null;
    total = total === null || parts[part] === null ? null : knownAmount(total + parts[part]);
  }
  return { currency, parts, total };
}
