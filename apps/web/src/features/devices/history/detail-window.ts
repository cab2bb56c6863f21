import type { Stretch } from '../../../ui/chart/zoom-steps.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** A stretch is asked for in whole steps of one of these, so that small moves of it ask for nothing new. */
const STEPS = [
  SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
  10 * 24 * HOUR_MS,
];
/** A step is no longer than this part of what is seen. */
const PART = 6;

/** What is asked for when a stretch is looked at: a little more on either side, never more than the whole. */
export function detailWindow(seen: Stretch, whole: Stretch): Stretch {
  const step = STEPS.findLast((each) => each * PART <= seen.to - seen.from) ?? SECOND_MS;
  return {
    from: Math.max(whole.from, Math.floor(seen.from / step) * step),
    to: Math.min(whole.to, Math.ceil(seen.to / step) * step),
  };
}

/** The stretch as far as it lies in the whole; undefined where it is all of it or lies elsewhere. */
export function partOf(stretch: Stretch | undefined, whole: Stretch): Stretch | undefined {
  if (!stretch) return undefined;
  const from = Math.max(stretch.from, whole.from);
  const to = Math.min(stretch.to, whole.to);
  return to > from && to - from < whole.to - whole.from ? { from, to } : undefined;
}
