/** A line is broken where two points are farther apart than so many of the steps around them. */
const GAP_IN_STEPS = 3;
/** Steps looked at on either side. */
const NEIGHBOURS = 5;

export interface Line {
  times: number[];
  /** Columns beside the times, each as long as they are. */
  columns: (number | null)[][];
}

/**
 * Puts a point without a value into every gap of a line, so that a chart does not draw across it. What is a gap follows from the
 * steps just before or just after it, because a device may report each five minutes today and each second tomorrow.
 * `step`: points closer than so many milliseconds times three are never apart.
 */
export function breakAtGaps(line: Line, step: number): Line {
  const { times } = line;
  // Most lines have none, and are not copied value by value: one may have some hundred thousand.
  if (times.length < 3 || !times.some((_, i) => i > 0 && isGap(times, i, step))) return line;
  const broken: Line = { times: [], columns: line.columns.map(() => []) };
  for (const [i, time] of times.entries()) {
    if (i > 0 && isGap(times, i, step)) {
      broken.times.push(
        times[i - 1]! + Math.min(stepAt(times, i - 1), stepAt(times, i + 1), time - times[i - 1]! - 1),
      );
      for (const column of broken.columns) column.push(null);
    }
    broken.times.push(time);
    for (const [c, column] of broken.columns.entries()) column.push(line.columns[c]![i] ?? null);
  }
  return broken;
}

/** Milliseconds from the point before to this one. */
const stepAt = (times: readonly number[], i: number): number =>
  i > 0 && i < times.length ? times[i]! - times[i - 1]! : Infinity;

/** Whether the step to a point is long for those before it, and for those after it. */
function isGap(times: readonly number[], i: number, least: number): boolean {
  const usual = stepAt(times, i) / GAP_IN_STEPS;
  if (usual <= least) return false;
  return (
    !isUsual(times, { from: i - NEIGHBOURS, to: i, usual }) &&
    !isUsual(times, { from: i + 1, to: i + 1 + NEIGHBOURS, usual })
  );
}

/** Whether at least half of the steps to the points from `from` to before `to` are as long as `usual`. */
function isUsual(
  times: readonly number[],
  { from, to, usual }: { from: number; to: number; usual: number },
): boolean {
  let known = 0;
  let long = 0;
  for (let i = Math.max(1, from); i < Math.min(times.length, to); i += 1) {
    known += 1;
    if (stepAt(times, i) >= usual) long += 1;
  }
  return known > 0 && long * 2 >= known;
}
