/** A stretch of time, epoch milliseconds. */
export interface SurplusSpan {
  from: number;
  to: number;
}

/** Shorter ones are no time for anything. */
const LEAST_MS = 3_600_000;

/** When the forecast exceeds the usual consumption by so many watts for an hour at least. What is unknown ends a stretch. */
export function surplusHours({
  times,
  forecast,
  load,
  least,
  stepMs,
}: {
  /** Begin of each step. */
  times: readonly number[];
  forecast: ArrayLike<number>;
  load: ArrayLike<number>;
  /** W */
  least: number;
  stepMs: number;
}): SurplusSpan[] {
  const spans: SurplusSpan[] = [];
  let open: SurplusSpan | undefined;
  for (const [place, time] of times.entries()) {
    if (forecast[place]! - load[place]! >= least) {
      open ??= { from: time, to: time };
      open.to = time + stepMs;
      if (place < times.length - 1) continue;
    }
    if (open && open.to - open.from >= LEAST_MS) spans.push(open);
    open = undefined;
  }
  return spans;
}
