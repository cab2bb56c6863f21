/** Rows of one local day: from `from` up to, not including, `to`. */
export interface DayRows {
  day: string;
  from: number;
  to: number;
}

/** Why a day does not teach anything. */
export type DayFault = 'incomplete' | 'dark' | 'outage' | 'curtailed' | 'odd';

export interface JudgedRows {
  /** Measured AC power, W; NaN where unknown. */
  actual: Float64Array;
  /** Modelled AC power, W, before calibration; NaN where unknown, 0 by night. */
  modelled: Float64Array;
  /** Nameplate, W. */
  capacity: number;
  /** Of the rows, ms. */
  stepMs: number;
  /** W above which the station is held by its inverters; null: not known. */
  limit: number | null;
}

/** Share of the daylight that has to be known. */
const LEAST_KNOWN = 0.9;
/** Modelled hours of full power without which a day is too dark to teach anything. */
const LEAST_HOURS = 0.25;
const HALF_HOUR_MS = 1_800_000;
/** Shares of the capacity: the station stands although there is light. */
const STANDS = 0.01;
const LIGHT = 0.15;
/** Shares of the capacity within which power is flat, and by which the light changes meanwhile. */
const FLAT = 0.01;
const MOVES = 0.06;
const HOUR_MS = 3_600_000;

/** Whether a day may teach what a station gives: complete, with light, without an outage or curtailment. Answers why not. */
export function dayFault(rows: JudgedRows, { from, to }: Pick<DayRows, 'from' | 'to'>): DayFault | undefined {
  const { actual, modelled, capacity, stepMs } = rows;
  const run = Math.ceil(HALF_HOUR_MS / stepMs);
  let lit = 0;
  let known = 0;
  let modelledSum = 0;
  let standing = 0;
  for (let row = from; row < to; row += 1) {
    const model = modelled[row]!;
    const real = actual[row]!;
    if (model === 0) continue;
    lit += 1;
    if (Number.isNaN(model) || Number.isNaN(real)) continue;
    known += 1;
    modelledSum += model;
    standing = model > LIGHT * capacity && real < STANDS * capacity ? standing + 1 : 0;
    if (standing >= run) return 'outage';
  }
  if (lit === 0 || known < LEAST_KNOWN * lit) return 'incomplete';
  if ((modelledSum * stepMs) / HOUR_MS < LEAST_HOURS * capacity) return 'dark';
  return isHeld(rows, { from, to }) ? 'curtailed' : undefined;
}

/** Whether power stood still for an hour, below the limit of the station, while the light went on changing. */
function isHeld(
  { actual, modelled, capacity, stepMs, limit }: JudgedRows,
  { from, to }: Pick<DayRows, 'from' | 'to'>,
): boolean {
  let start = from;
  let [low, high, less, more] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let row = from; row < to; row += 1) {
    const real = actual[row]!;
    low = Math.min(low, real);
    high = Math.max(high, real);
    less = Math.min(less, modelled[row]!);
    more = Math.max(more, modelled[row]!);
    const isFlat = high - low < FLAT * capacity && low > LIGHT * capacity;
    if (!isFlat) {
      start = row + 1;
      [low, high, less, more] = [Infinity, -Infinity, Infinity, -Infinity];
      continue;
    }
    const isLong = (row + 1 - start) * stepMs >= HOUR_MS;
    if (isLong && more - less > MOVES * capacity && !(limit !== null && high > 0.97 * limit)) return true;
  }
  return false;
}
