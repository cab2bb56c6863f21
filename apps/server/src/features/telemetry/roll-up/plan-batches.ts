import type { TouchedRange } from './dirty-ranges.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface BatchLimits {
  /** Device-days of one batch; one range alone may be more. */
  days: number;
  ranges: number;
  /** For how many devices one of them stands, as a station for its own; absent: for one. */
  devicesOf?: (id: number) => number;
}

/** Keeps the answers of the engine at some megabytes however fast devices report. */
const LIMITS: BatchLimits = { days: 120, ranges: 500 };

/** A range that is long is read in pieces of this length at most; a bulk import of years is many batches. */
const LONGEST_MS = 62 * DAY_MS;

/**
 * Groups ranges that lie close together in time, since a batch is read as one span. Devices that report rarely
 * (`slow` true) stay among themselves: their neighbours are further away.
 */
export function planBatches(
  ranges: readonly TouchedRange[],
  slow: (device: number) => boolean,
  limits: BatchLimits = LIMITS,
): TouchedRange[][] {
  const weigh = (range: TouchedRange) => Math.max(1, limits.devicesOf?.(range.device) ?? 1);
  const pieces = ranges.flatMap((range) => cut(range, longestOf(limits, weigh(range))));
  const sorted = pieces.toSorted(
    (a, b) => Number(slow(a.device)) - Number(slow(b.device)) || a.from - b.from || a.device - b.device,
  );
  const batches: TouchedRange[][] = [];
  let batch: TouchedRange[] = [];
  let days = 0;
  for (const range of sorted) {
    const first = batch[0];
    const length = (weigh(range) * (range.to - range.from)) / DAY_MS;
    const fits =
      first !== undefined &&
      slow(first.device) === slow(range.device) &&
      alike(first, range) &&
      batch.length < limits.ranges &&
      days + length <= limits.days;
    if (!fits) {
      batch = [];
      batches.push(batch);
      days = 0;
    }
    batch.push(range);
    days += length;
  }
  return batches;
}

/** Whether reading both as one span reads little in vain. */
function alike(a: TouchedRange, b: TouchedRange): boolean {
  const slack = HOUR_MS + 0.1 * (a.to - a.from);
  return Math.abs(a.from - b.from) <= slack && Math.abs(a.to - b.to) <= slack;
}

/** Whole hours, so that no piece is cut within five minutes. */
function longestOf({ days }: BatchLimits, devices: number): number {
  const fits = Math.floor((days * DAY_MS) / devices / HOUR_MS) * HOUR_MS;
  return Math.min(LONGEST_MS, Math.max(HOUR_MS, fits));
}

function cut(range: TouchedRange, longest: number): TouchedRange[] {
  const pieces: TouchedRange[] = [];
  for (let from = range.from; from <= range.to; from += longest) {
    pieces.push({ device: range.device, from, to: Math.min(range.to, from + longest) });
  }
  return pieces;
}
