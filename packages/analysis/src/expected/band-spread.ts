import { quantile } from '../stats/quantile.ts';
import type { DayRows } from './accepted-days.ts';
import { LIGHT_SOURCES, sourceCode, type LightSource } from './expected-source.ts';

/** By how much both halves of a learned band are wider than it says; 1: as it says. */
export interface Spread {
  low: number;
  high: number;
}

export type Spreads = Partial<Record<LightSource, Spread>>;

/** How far the powers of a day lay from the middle of the band, in halves of the band; 0 on the other side of the middle. */
export type DayOffsets = Partial<Record<LightSource, { low: number[]; high: number[] }>>;

/** Columns of an expected curve without spreads. */
interface BandColumns {
  p10: Float64Array;
  p50: Float64Array;
  p90: Float64Array;
  bound: Float64Array;
  source: Uint8Array;
}

/** Newest days that count. */
export const SPREAD_DAYS = 30;
/** The band as it was learned counts as much as so many days. */
const PRIOR_DAYS = 5;
/** Share of powers within each half of the band. */
const WITHIN = 0.9;
const LEAST = 0.2;
const MOST = 10;
/** Shares of the brightest power of the day: in less light a band says nothing. */
const LEAST_LIGHT = 0.1;
/** A half that is narrower than this share of the middle is none: the station is held by its limit there. */
const LEAST_HALF = 0.002;
/** Days that gave less of what was expected lost a part. A band that became wider by them would hide the next ones. */
const LOSS = 0.75;

/** Offsets of a day that nothing was learned from, undefined of a day that lost a part. Under a clear sky alone a dark day is no loss. */
export function dayOffsets(
  { p10, p50, p90, bound, source }: BandColumns,
  actual: Float64Array,
  { from, to }: Pick<DayRows, 'from' | 'to'>,
): DayOffsets | undefined {
  const most = bound.subarray(from, to).reduce((high, one) => Math.max(high, one), 0);
  const offsets: DayOffsets = {};
  let [real, expected] = [0, 0];
  for (let row = from; row < to; row += 1) {
    const middle = p50[row]!;
    const power = actual[row]!;
    const name = LIGHT_SOURCES.find((one) => sourceCode(one) === source[row]);
    if (!name || !(power > 0) || !(middle > LEAST_LIGHT * most)) continue;
    if (name !== 'clearSky') {
      real += power;
      expected += middle;
    }
    const of = (offsets[name] ??= { low: [], high: [] });
    const [below, above] = [middle - p10[row]!, p90[row]! - middle];
    if (below > LEAST_HALF * middle) of.low.push(Math.max(0, middle - power) / below);
    if (above > LEAST_HALF * middle) of.high.push(Math.max(0, power - middle) / above);
  }
  return real < LOSS * expected ? undefined : offsets;
}

/**
 * By how much bands have to be wider so that four fifths of the powers of the last days had been within: a conformal correction by days that nothing was learned from, oldest first. Of few
 * days it stays near 1.
 */
export function spreadsOf(days: readonly DayOffsets[]): Spreads {
  const spreads: Spreads = {};
  for (const source of LIGHT_SOURCES) {
    const known = days.flatMap((day) => day[source] ?? []).slice(-SPREAD_DAYS);
    if (known.length === 0) continue;
    const weight = known.length / (known.length + PRIOR_DAYS);
    const half = (side: keyof Spread) => {
      const offset = quantile(
        known.flatMap((day) => day[side]),
        WITHIN,
      );
      if (Number.isNaN(offset)) return 1;
      const full = Math.min(MOST, Math.max(LEAST, offset));
      return Math.round(100 * full ** weight) / 100;
    };
    spreads[source] = { low: half('low'), high: half('high') };
  }
  return spreads;
}

/** A share of the middle that ends a half of a band, after its spread. */
export const spreadTo = (end: number, spread: number): number => Math.max(0, 1 + spread * (end - 1));

/** Changes that are smaller are not worth another version. */
const NEWS = 0.1;

export function areSpreadsNews(before: Spreads, after: Spreads): boolean {
  return LIGHT_SOURCES.some((source) =>
    (['low', 'high'] as const).some((side) => {
      const [old, fresh] = [before[source]?.[side] ?? 1, after[source]?.[side] ?? 1];
      return Math.abs(fresh - old) > NEWS * old;
    }),
  );
}
