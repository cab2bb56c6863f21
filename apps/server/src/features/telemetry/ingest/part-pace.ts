import { createAllowance } from '../../../platform/allowance.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';

const MONTH_MS = (365.25 / 12) * 86_400_000;
/** Parts that the store merges in the long run beside all its other work. */
const PARTS_PER_SECOND = 50;
/** Parts that may come at once: two years of a fleet in a few blocks. */
const BURST = 500;

/** In how many months, roughly, the samples of a block lie: each is a part of the table. */
export function monthsOf({ length, times }: SampleBlock): number {
  const months = new Set<number>();
  let last = Number.NaN;
  for (let row = 0; row < length; row += 1) {
    const month = Math.floor(times[row]! / MONTH_MS);
    if (month !== last) months.add(month);
    last = month;
  }
  return months.size;
}

/** How long to rest after so many parts, so that the store merges them as fast as they come. */
export function createPartPace(now: () => number = () => performance.now()) {
  const allowed = createAllowance({ burst: BURST, everyMs: 1000 / PARTS_PER_SECOND }, now);
  return {
    /** Milliseconds to wait before the next parts. */
    spend: (parts: number): number => Math.max(0, (-allowed.change(-parts) * 1000) / PARTS_PER_SECOND),
  };
}
