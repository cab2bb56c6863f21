/**
 * How many alarms people are told within ten minutes, and what that means: the figures of ANSI/ISA-18.2-2016 (clause 16, table of alarm performance
 * metrics) and EEMUA 191 (3rd edition, chapter on measuring performance).
 */

const TEN_MINUTES_MS = 600_000;
/** A flood begins with so many alarms in ten minutes, and ends with fewer than `FLOOD_END`. */
export const FLOOD_BEGIN = 10;
export const FLOOD_END = 5;

/** What the standards call acceptable, as shares or numbers. */
export const ALARM_TARGETS = {
  /** Mean alarms in ten minutes of one operator: very likely acceptable, and the most that can be managed. */
  rate: 1,
  mostRate: 2,
  peak: 10,
  busyShare: 0.01,
  floodShare: 0.01,
  topTenShare: 0.05,
  standing: 5,
  /** Of levels from the least to the worst. */
  mix: [0.8, 0.15, 0.05],
} as const;

export interface AlarmRates {
  /** Alarms in ten minutes on average; null for a stretch without ten minutes. */
  mean: number | null;
  /** Most alarms in any ten minutes, and when these began, epoch milliseconds. */
  peak: number;
  peakAt: number | null;
  /** Share of the ten minutes with more than ten alarms. */
  busyShare: number | null;
  floods: number;
  /** Share of the time that is part of a flood. */
  floodShare: number | null;
}

/**
 * Rates over [from, to), epoch milliseconds. `counts` are the alarms of ten minutes by the number of these since `from`; those without alarms may be
 * left out.
 */
export function alarmRates(
  counts: ReadonlyMap<number, number>,
  { from, to }: { from: number; to: number },
): AlarmRates {
  const buckets = Math.floor((to - from) / TEN_MINUTES_MS);
  if (buckets < 1) return { mean: null, peak: 0, peakAt: null, busyShare: null, floods: 0, floodShare: null };
  let [sum, peak, busy, floods, flooded] = [0, 0, 0, 0, 0];
  let peakAt: number | null = null;
  let isFlood = false;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const n = counts.get(bucket) ?? 0;
    sum += n;
    if (n > peak) [peak, peakAt] = [n, from + bucket * TEN_MINUTES_MS];
    if (n > FLOOD_BEGIN) busy += 1;
    if (!isFlood && n >= FLOOD_BEGIN) floods += 1;
    isFlood = isFlood ? n >= FLOOD_END : n >= FLOOD_BEGIN;
    if (isFlood) flooded += 1;
  }
  return {
    mean: sum / buckets,
    peak,
    peakAt,
    busyShare: busy / buckets,
    floods,
    floodShare: flooded / buckets,
  };
}

/** Share of all that the ten most frequent are; null where there are none. */
export function topTenShare(counts: readonly number[]): number | null {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const most = counts.toSorted((a, b) => b - a).slice(0, 10);
  return most.reduce((sum, n) => sum + n, 0) / all;
}

/** How much an alarm is a nuisance: as often as it came, for a moment only, and nobody did anything about it. */
export function nuisanceScore({
  alarms,
  fleeting,
  unhandled,
}: {
  alarms: number;
  fleeting: number;
  unhandled: number;
}): number {
  return alarms === 0 ? 0 : (fleeting * unhandled) / alarms;
}
