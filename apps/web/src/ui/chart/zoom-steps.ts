/** A part of a time axis, epoch milliseconds. */
export interface Stretch {
  from: number;
  to: number;
}

/** Nobody needs less than ten samples of the fastest devices. */
const SHORTEST_MS = 10_000;
/** Of its length that a stretch moves at a step. */
const STEP = 0.5;
/** Of its length by which two stretches that count as one may differ. */
const SLACK = 0.002;

const lengthOf = ({ from, to }: Stretch): number => to - from;

/** Whether two stretches are the same but for rounding. */
export function isClose(one: Stretch, other: Stretch): boolean {
  const slack = SLACK * Math.min(lengthOf(one), lengthOf(other));
  return Math.abs(one.from - other.from) <= slack && Math.abs(one.to - other.to) <= slack;
}

export const isWhole = (seen: Stretch, whole: Stretch): boolean =>
  isClose({ from: Math.max(seen.from, whole.from), to: Math.min(seen.to, whole.to) }, whole);

/**
 * The stretch that is still looked at when another range is drawn: one that was chosen in the last range and lies in the new one. Undefined:
 * the whole.
 */
export function keptStretch(
  seen: Stretch | undefined,
  { last, whole }: { last: Stretch | undefined; whole: Stretch },
): Stretch | undefined {
  if (!seen || (last && isWhole(seen, last))) return undefined;
  const inside = seen.from >= whole.from && seen.to <= whole.to && lengthOf(seen) < lengthOf(whole);
  return inside ? seen : undefined;
}

/** Half of what is seen, around its middle. */
export function zoomIn(seen: Stretch): Stretch {
  const length = Math.max(SHORTEST_MS, lengthOf(seen) / 2);
  return length >= lengthOf(seen) ? seen : around(seen, length);
}

/** Twice of what is seen; undefined: the whole. */
export function zoomOut(seen: Stretch, whole: Stretch): Stretch | undefined {
  const wide = into(around(seen, lengthOf(seen) * 2), whole);
  return isWhole(wide, whole) ? undefined : wide;
}

/** The same length, earlier (-1) or later (1), as far as the whole reaches. */
export function move(seen: Stretch, whole: Stretch, direction: -1 | 1): Stretch {
  const by = Math.round(direction * STEP * lengthOf(seen));
  return into({ from: seen.from + by, to: seen.to + by }, whole);
}

function around({ from, to }: Stretch, length: number): Stretch {
  const start = Math.round((from + to - length) / 2);
  return { from: start, to: Math.round(start + length) };
}

/** The stretch moved, and where it is too long cut, into the whole. */
function into(stretch: Stretch, whole: Stretch): Stretch {
  const length = Math.min(lengthOf(stretch), lengthOf(whole));
  const from = Math.min(Math.max(stretch.from, whole.from), whole.to - length);
  return { from, to: from + length };
}
