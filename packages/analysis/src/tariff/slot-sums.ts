import { exactEnergy } from './minor-units.ts';
import { STEP_MS, type PriceSlots } from './price-slots.ts';

/** Energies of an interval that are added up by price, millionths of a kWh. */
export interface SlotEnergies {
  /** How many of them an interval has. */
  width: number;
  /** Puts those of an interval in their order; answers what could not be told apart. */
  read: (at: number, into: Float64Array) => number;
  /** How much of an interval counts as divided where the price changed within it. */
  moved: (energies: Float64Array) => number;
}

/** Whole millionths of a kWh. */
export interface SlotSums {
  /** By slot, and within it by the order of the energies. */
  bySlot: number[];
  all: number[];
  /** At times without a tariff. */
  outside: number;
  unsettled: number;
  divided: number;
}

/** Prices that are looked up in one step. */
const AT_ONCE = 10_000;

/** Adds energies up by the price of their time, in steps of some milliseconds. */
export function* sumBySlot(
  { starts, lengthMs }: { starts: Float64Array; lengthMs: number },
  { width, read, moved }: SlotEnergies,
  prices: PriceSlots,
): Generator<undefined, SlotSums, undefined> {
  const sums: SlotSums = {
    bySlot: [],
    all: Array.from({ length: width }, () => 0),
    outside: 0,
    unsettled: 0,
    divided: 0,
  };
  const steps = Math.max(1, Math.round(lengthMs / STEP_MS));
  const energies = new Float64Array(width);
  const slots = new Int32Array(steps);
  const pause = Math.ceil(AT_ONCE / steps);
  for (let at = 0; at < starts.length; at += 1) {
    if (at % pause === pause - 1) yield;
    sums.unsettled += read(at, energies);
    const start = starts[at]!;
    let same = true;
    for (let step = 0; step < steps; step += 1) {
      slots[step] = prices.at(start + step * STEP_MS);
      same &&= slots[step] === slots[0];
    }
    if (same) addTo(sums, energies, { slot: slots[0]!, nth: 0, shares: 1 });
    else {
      sums.divided += moved(energies);
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
function addTo(sums: SlotSums, energies: Float64Array, { slot, nth, shares }: Share): void {
  const width = energies.length;
  for (let sum = 0; sum < width; sum += 1) {
    const energy = energies[sum]!;
    const share =
      shares === 1 ? energy : Math.round((energy * (nth + 1)) / shares) - Math.round((energy * nth) / shares);
    if (slot < 0) sums.outside += Math.abs(share);
    else {
      const place = slot * width + sum;
      sums.bySlot[place] = (sums.bySlot[place] ?? 0) + share;
      sums.all[sum]! += share;
    }
  }
}

/** A flow in an interval, millionths of a kWh; NaN where it is not known. */
export const exactAt = (flow: Float64Array | undefined, at: number): number => {
  const kWh = flow?.[at];
  return kWh === undefined || Number.isNaN(kWh) ? NaN : exactEnergy(kWh);
};

export const orNothing = (energy: number): number => (Number.isNaN(energy) ? 0 : energy);
