export type Precision = 'ns' | 'us' | 'u' | 'ms' | 's';

const MINUS = 0x2d;
const ZERO = 0x30;
const MOST_DIGITS = 19;

/** Digits of a time that are below the millisecond. */
const DROPPED: Readonly<Record<Precision, number>> = { ns: 6, us: 3, u: 3, ms: 0, s: 0 };

/** The whole number in [start, end) in the given precision as epoch milliseconds, rounded down; NaN where it is none. */
export function timeOf(
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  precision: Precision,
): number {
  const negative = bytes[start] === MINUS;
  const first = negative ? start + 1 : start;
  if (end <= first || end - first > MOST_DIGITS) return Number.NaN;
  const kept = end - DROPPED[precision];
  let value = 0;
  let dropped = 0;
  for (let at = first; at < end; at += 1) {
    const digit = bytes[at]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    if (at < kept) value = value * 10 + digit;
    else dropped += digit;
  }
  if (precision === 's') value *= 1000;
  return negative ? -value - (dropped > 0 ? 1 : 0) : value;
}
