import { LIMITS } from '@sunfleet/contract';

const MINUTE_MS = 60_000;
export const MEAN_MS = 5 * MINUTE_MS;
/** So long the power must have been too much without a break: three means in a row are no spike. */
const RAISE_AFTER_MS = 15 * MINUTE_MS;
/** So long it must have been believable again. A night says nothing of the modules, so this is a whole day. */
export const CALM_MS = 24 * 60 * MINUTE_MS;
/** What stands ends below this part of the capacity only, so that it does not flap about the limit. */
const CALM_SHARE = 1.2;

/** Mean power of a station over five minutes. */
export interface PowerMean {
  /** Epoch milliseconds */
  start: number;
  watts: number;
}

/** W above which the power of so many modules (kWp) keeps an alarm standing; nothing below it plays a part. */
export const calmLimit = (capacityKw: number): number => CALM_SHARE * 1000 * capacityKw;

/**
 * Since when a station has given more than its modules can, epoch milliseconds; undefined where its power can be true. `means` are those of
 * the last day above `calmLimit`, in order of time; `stands`: since when it is judged so already.
 */
export function implausibleSince(
  means: readonly PowerMean[],
  { capacityKw, stands }: { capacityKw: number; stands?: number },
): number | undefined {
  if (stands !== undefined) return means.length > 0 ? stands : undefined;
  const limit = LIMITS.powerOfCapacity * 1000 * capacityKw;
  let begin: number | undefined;
  let end = NaN;
  for (const { start, watts } of means) {
    if (watts <= limit) begin = undefined;
    else {
      if (start !== end) begin = undefined;
      begin ??= start;
      end = start + MEAN_MS;
      if (end - begin >= RAISE_AFTER_MS) return begin;
    }
  }
  return undefined;
}
