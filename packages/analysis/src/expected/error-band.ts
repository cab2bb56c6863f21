import { quantile } from '../stats/quantile.ts';
import { LEVEL_STEP, LEVELS } from './calibration.ts';

/** A row: real against expected power, and what was expected as a share of the capacity. */
export interface BandRow {
  ratio: number;
  share: number;
}

export interface ErrorBand {
  /** Real against expected power in the lower and upper tenth of rows to come, by load. */
  low: number[];
  high: number[];
}

const LEAST_OF_BAND = 40;
/** What shall lie within the band. */
const WITHIN = 0.8;
/** Shares of known rows beyond the band, from what would be right if rows to come were as those that are known. */
const TAILS = [0.1, 0.085, 0.07, 0.055, 0.04, 0.025, 0.01, 0];
const LEAST_BLOCKS = 3;

const levelOf = ({ share }: BandRow) => Math.min(LEVELS - 1, Math.round(share / LEVEL_STEP));

/**
 * The band around what is expected. Rows of a day go up and down together, so that days to come lie further off than a tenth of the known rows say: each block of days is tried against the band
 * of the others, and the tails are those by which four fifths of such rows lie within. Of too few blocks all that was seen is within.
 */
export function errorBand(blocks: readonly (readonly BandRow[])[]): ErrorBand {
  const known = blocks.map((rows) => rows.filter(({ ratio }) => !Number.isNaN(ratio)));
  const tail = known.length < LEAST_BLOCKS ? 0 : tailOf(known);
  return bandOf(known.flat(), tail);
}

function tailOf(blocks: readonly (readonly BandRow[])[]): number {
  const tried = blocks.map((rows, block) => ({
    rows,
    others: blocks.filter((_, at) => at !== block).flat(),
  }));
  return (
    TAILS.find((tail) => {
      let [inside, all] = [0, 0];
      for (const { rows, others } of tried) {
        if (others.length === 0) continue;
        const { low, high } = bandOf(others, tail);
        for (const row of rows) {
          const level = levelOf(row);
          all += 1;
          if (row.ratio >= low[level]! && row.ratio <= high[level]!) inside += 1;
        }
      }
      return inside >= WITHIN * all;
    }) ?? 0
  );
}

function bandOf(rows: readonly BandRow[], tail: number): ErrorBand {
  const levels = Array.from({ length: LEVELS }, (): number[] => []);
  for (const row of rows) levels[levelOf(row)]!.push(row.ratio);
  const near = levels.map((_, level) => {
    // Of a few rows the band would be too narrow: those of the next levels are looked at, too.
    for (let reach = 0; ; reach += 1) {
      const some = levels.slice(Math.max(0, level - reach), level + reach + 1).flat();
      if (some.length >= LEAST_OF_BAND || reach >= LEVELS) return some;
    }
  });
  const table = (share: number, within: (value: number) => number) =>
    near.map((some) => round(some.length === 0 ? 1 : within(quantile(some, share))));
  return {
    low: table(tail, (value) => Math.min(1, Math.max(0, value))),
    high: table(1 - tail, (value) => Math.max(1, value)),
  };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
