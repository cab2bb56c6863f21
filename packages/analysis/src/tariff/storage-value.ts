import {
  energyOf,
  exactPrice,
  knownAmount,
  minorDigits,
  toMinorUnits,
  type ExactAmount,
} from './minor-units.ts';
import { priceSlots, type TariffTerm } from './price-slots.ts';
import type { IntervalEnergies } from './revenue.ts';
import { exactAt, orNothing, sumBySlot } from './slot-sums.ts';

export const STORAGE_VALUE_PARTS = ['saved', 'sold', 'kept', 'bought'] as const;
/**
 * What the battery gave at the price of a purchase that it saved, and at that of feed-in where it went into the grid; what it took at the price for
 * which production could have been fed in, and at that of a purchase. The last two are negative.
 */
export type StorageValuePart = (typeof STORAGE_VALUE_PARTS)[number];

export const STORAGE_VALUE_GAPS = [
  'noBattery',
  'noProduction',
  'noExport',
  'noImport',
  'noTariff',
  'noFeedInPrice',
  'noImportPrice',
] as const;
/** Why a part is not known. */
export type StorageValueGap = (typeof STORAGE_VALUE_GAPS)[number];

/** Money of one currency, in minor units; null where a part is not known. */
export interface StorageValue {
  currency: string;
  parts: Record<StorageValuePart, number | null>;
  /** Sum of the parts as they are rounded; null where one of them is not known. */
  total: number | null;
}

export interface StorageValueResult {
  values: StorageValue[];
  gaps: StorageValueGap[];
  /** kWh that were priced. */
  energies: Record<StorageValuePart, number>;
  /** kWh charged and discharged in times in which another flow is not known: they are in no part. */
  unsettled: number;
  /** kWh in intervals within which the price changed: they were laid evenly over the interval. */
  divided: number;
}

export interface StorageValueQuestion {
  terms: readonly TariffTerm[];
  zone: string;
  /** Whether the station feeds in at all: where it does not, own energy that is charged costs nothing. */
  feedsIn: boolean;
}

const FLOWS = ['pv', 'export', 'import', 'charge', 'discharge'] as const;
const MISSING = {
  pv: 'noProduction',
  export: 'noExport',
  import: 'noImport',
  charge: 'noBattery',
  discharge: 'noBattery',
} as const satisfies Record<(typeof FLOWS)[number], StorageValueGap>;

/**
 * What a battery earned: what it gave minus what it took, each at the price of its time by the local clock. In an interval production serves the house first,
 * then the battery, then the grid; the battery serves the house what production left, and only the rest goes into the grid. So a kWh given to the house is worth a
 * purchase, one given to the grid its feed-in; a kWh taken from production costs the feed-in that it was not paid, one that was bought its purchase. The same numbers
 * and rounding as `revenueOf`.
 */
export function storageValueOf(
  intervals: IntervalEnergies,
  question: StorageValueQuestion,
): StorageValueResult {
  const steps = storageValueSteps(intervals, question);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of some milliseconds. */
export function* storageValueSteps(
  intervals: IntervalEnergies,
  question: StorageValueQuestion,
): Generator<undefined, StorageValueResult, undefined> {
  const prices = priceSlots(question.terms, question.zone);
  const width = STORAGE_VALUE_PARTS.length;
  const sums = yield* sumBySlot(
    intervals,
    { width, read: (at, into) => divide(intervals, at, into), moved: both },
    prices,
  );
  const gaps = new Set<StorageValueGap>();
  for (const flow of FLOWS) if (!intervals[flow]) gaps.add(MISSING[flow]);
  const measured = gaps.size === 0;
  if (sums.outside > 0 || question.terms.every(({ tariff }) => tariff === null)) gaps.add('noTariff');
  const byCurrency = new Map<string, Map<StorageValuePart, ExactAmount | null>>();
  for (const [at, slot] of prices.slots.entries()) {
    const { currency } = question.terms[slot.term]!.tariff!;
    const amounts = byCurrency.get(currency) ?? new Map<StorageValuePart, ExactAmount | null>();
    byCurrency.set(currency, amounts);
    const feedIn = question.feedsIn ? slot.feedIn : 0;
    for (const [nth, part] of STORAGE_VALUE_PARTS.entries()) {
      const energy = BigInt(sums.bySlot[at * width + nth] ?? 0) * SIGN[part];
      const bought = part === 'saved' || part === 'bought';
      const price = bought ? slot.import : feedIn;
      const before = amounts.get(part);
      if (price !== null) {
        if (before !== null) amounts.set(part, (before ?? 0n) + exactPrice(price) * energy);
      } else if (energy !== 0n) {
        gaps.add(bought ? 'noImportPrice' : 'noFeedInPrice');
        amounts.set(part, null);
      }
    }
  }
  return {
    values: [...byCurrency].map(([currency, amounts]) => close(currency, amounts, measured)),
    gaps: [...gaps],
    energies: Object.fromEntries(
      STORAGE_VALUE_PARTS.map((part, nth) => [part, energyOf(sums.all[nth]!)]),
    ) as Record<StorageValuePart, number>,
    unsettled: energyOf(sums.unsettled),
    divided: energyOf(sums.divided),
  };
}

const SIGN: Readonly<Record<StorageValuePart, bigint>> = { saved: 1n, sold: 1n, kept: -1n, bought: -1n };

const both = (energies: Float64Array) => energies.reduce((sum, energy) => sum + Math.abs(energy), 0);

/** Divides what the battery gave and took in an interval; answers what cannot be divided because another flow is not known. */
function divide(intervals: IntervalEnergies, at: number, into: Float64Array): number {
  const [pv, fedIn, bought] = [
    exactAt(intervals.pv, at),
    exactAt(intervals.export, at),
    exactAt(intervals.import, at),
  ];
  const charge = Math.max(0, orNothing(exactAt(intervals.charge, at)));
  const discharge = Math.max(0, orNothing(exactAt(intervals.discharge, at)));
  into.fill(0);
  if (charge === 0 && discharge === 0) return 0;
  if (Number.isNaN(pv + fedIn + bought)) return charge + discharge;
  const load = Math.max(0, pv + bought + discharge - fedIn - charge);
  const surplus = Math.max(0, pv - load);
  const lacking = Math.max(0, load - pv);
  // Counters step at different moments: no more was sold or bought than the meter counted.
  const sold = Math.min(Math.max(0, discharge - lacking), Math.max(0, fedIn));
  const fromGrid = Math.min(Math.max(0, charge - surplus), Math.max(0, bought));
  into[0] = discharge - sold;
  into[1] = sold;
  into[2] = charge - fromGrid;
  into[3] = fromGrid;
  return 0;
}

function close(
  currency: string,
  amounts: ReadonlyMap<StorageValuePart, ExactAmount | null>,
  measured: boolean,
): StorageValue {
  const digits = minorDigits(currency);
  let total: number | null = 0;
  const parts = {} as Record<StorageValuePart, number | null>;
  for (const part of STORAGE_VALUE_PARTS) {
    const amount = amounts.get(part) ?? (amounts.has(part) ? null : 0n);
    parts[part] = measured && amount !== null ? knownAmount(toMinorUnits(amount, digits)) : null;
    total = total === null || parts[part] === null ? null : knownAmount(total + parts[part]);
  }
  return { currency, parts, total };
}
