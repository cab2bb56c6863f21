import { localDayOf, type TimeRange } from '../time/local-days.ts';
import {
  energyOf,
  exactEnergy,
  exactPrice,
  knownAmount,
  minorDigits,
  toMinorUnits,
  type ExactAmount,
} from './minor-units.ts';
import { dayNumber, priceSlots, STEP_MS, type PriceSlots, type TariffTerm } from './price-slots.ts';

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
  const sums = yield* addUp(intervals, prices);
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
  const parts = REVENUE_PARTS.filter((part) => !question.without?.includes(part));
  for (const part of parts)
    for (const flow of NEEDS[part]) if (!intervals[flow] && part !== 'subsidy') gaps.add(MISSING[flow]);
  return {
    revenues: [...byCurrency].map(([currency, sum]) => close({ currency, sum, parts }, intervals)),
    gaps: [...gaps],
    energies: Object.fromEntries(
      SUMS.map((sum, at) => [sum, energyOf(sums.all[at]!)]),
    ) as RevenueResult['energies'],
    unsettled: energyOf(sums.unsettled),
    divided: energyOf(sums.divided),
  };
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

interface Sums {
  /** Millionths of a kWh by slot and sum. */
  bySlot: number[];
  all: number[];
  outside: number;
  unsettled: number;
  divided: number;
}

/** Prices that are looked up in one step. */
const AT_ONCE = 10_000;

function* addUp(intervals: IntervalEnergies, prices: PriceSlots): Generator<undefined, Sums, undefined> {
  const sums: Sums = { bySlot: [], all: SUMS.map(() => 0), outside: 0, unsettled: 0, divided: 0 };
  const steps = Math.max(1, Math.round(intervals.lengthMs / STEP_MS));
  const energies = new Float64Array(PER_SLOT);
  const slots = new Int32Array(steps);
  const pause = Math.ceil(AT_ONCE / steps);
  for (let at = 0; at < intervals.starts.length; at += 1) {
    if (at % pause === pause - 1) yield;
    sums.unsettled += readInterval(intervals, at, energies);
    const start = intervals.starts[at]!;
    let same = true;
    for (let step = 0; step < steps; step += 1) {
      slots[step] = prices.at(start + step * STEP_MS);
      same &&= slots[step] === slots[0];
    }
    if (same) addTo(sums, energies, { slot: slots[0]!, nth: 0, shares: 1 });
    else {
      sums.divided += Math.abs(energies[0]!) + Math.abs(energies[3]!);
      for (let nth = 0; nth < steps; nth += 1)
        addTo(sums, energies, { slot: slots[nth]!, nth, shares: steps });
    }
  }
  return sums;
}

interface Share {
  slot: number;
  nth: number;
  shares: number;
}

/** Adds the n-th of so many even shares; the shares of an energy are together what it was. */
function addTo(sums: Sums, energies: Float64Array, { slot, nth, shares }: Share): void {
  for (let sum = 0; sum < PER_SLOT; sum += 1) {
    const energy = energies[sum]!;
    const share =
      shares === 1 ? energy : Math.round((energy * (nth + 1)) / shares) - Math.round((energy * nth) / shares);
    if (slot < 0) sums.outside += Math.abs(share);
    else {
      const place = slot * PER_SLOT + sum;
      sums.bySlot[place] = (sums.bySlot[place] ?? 0) + share;
      sums.all[sum]! += share;
    }
  }
}

const exactAt = (flow: Float64Array | undefined, at: number): number => {
  const kWh = flow?.[at];
  return kWh === undefined || Number.isNaN(kWh) ? NaN : exactEnergy(kWh);
};
const orNothing = (energy: number) => (Number.isNaN(energy) ? 0 : energy);

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

function close(
  { currency, sum, parts: shown }: { currency: string; sum: PartSums; parts: readonly RevenuePart[] },
  intervals: IntervalEnergies,
): Revenue {
  const digits = minorDigits(currency);
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
