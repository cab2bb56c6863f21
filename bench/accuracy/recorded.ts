import type { LightColumns, LightSource, PvStation } from '@sunfleet/analysis';

/** A measured plant as columns of equal steps. */
export interface Recorded {
  name: string;
  /** What the files do not tell and is assumed; empty: nothing. */
  assumed: string;
  /** Whether the nameplate is told: else figures before calibration, and the bound, say nothing. */
  isRated: boolean;
  station: PvStation;
  zone: string;
  stepMs: number;
  /** Middles of the steps, epoch ms. */
  times: Float64Array;
  /** AC power, W; NaN: unknown. */
  actual: Float64Array;
  light: LightColumns;
  /** W that the files themselves expect. */
  told?: Float64Array;
  sources: readonly LightSource[];
  /** Days at the beginning that teach only, and days that are judged by one calibration. */
  first: number;
  block: number;
}

/** Rows with a time each, epoch ms, laid into equal steps; what is missing is NaN. */
export function columnsOf<Name extends string>(
  rows: readonly (Record<Name, number> & { time: number })[],
  names: readonly Name[],
  stepMs: number,
): { times: Float64Array } & Record<Name, Float64Array> {
  const slots = rows.map(({ time }) => Math.floor(time / stepMs));
  const first = slots.reduce((least, slot) => Math.min(least, slot), Infinity);
  const last = slots.reduce((most, slot) => Math.max(most, slot), -Infinity);
  const length = last - first + 1;
  const sums = names.map(() => new Float64Array(length));
  const counts = names.map(() => new Uint32Array(length));
  for (const [at, row] of rows.entries()) {
    for (const [place, name] of names.entries()) {
      if (Number.isNaN(row[name])) continue;
      sums[place]![slots[at]! - first]! += row[name];
      counts[place]![slots[at]! - first]! += 1;
    }
  }
  const columns = Object.fromEntries(
    names.map((name, place) => [name, sums[place]!.map((sum, slot) => sum / counts[place]![slot]!)]),
  ) as Record<Name, Float64Array>;
  const times = Float64Array.from({ length }, (_, slot) => (first + slot + 0.5) * stepMs);
  return { times, ...columns };
}
