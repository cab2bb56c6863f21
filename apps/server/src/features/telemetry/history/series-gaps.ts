import { median } from '@sunfleet/analysis';

/** A line is broken where two points are farther apart than so many of their usual steps. */
const GAP_IN_STEPS = 3;

export interface Line {
  times: number[];
  /** Columns beside the times, each as long as they are. */
  columns: (number | null)[][];
}

/**
 * Puts a point without a value into every gap of a line, so that a chart does not draw across it.
 * `step`: the least distance of two points, milliseconds; the usual distance is the median of the line.
 */
export function breakAtGaps(line: Line, step: number): Line {
  const { times } = line;
  if (times.length < 2) return line;
  const distances = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1]! - times[i]!);
  const usual = Math.max(step, median(distances));
  const broken: Line = { times: [], columns: line.columns.map(() => []) };
  for (const [i, time] of times.entries()) {
    const before = times[i - 1];
    if (before !== undefined && time - before > GAP_IN_STEPS * usual) {
      broken.times.push(before + usual);
      for (const column of broken.columns) column.push(null);
    }
    broken.times.push(time);
    for (const [c, column] of broken.columns.entries()) column.push(line.columns[c]![i] ?? null);
  }
  return broken;
}
