import { quantile } from '../stats/quantile.ts';
import { robustQuantile } from '../stats/robust.ts';
import type { Mask } from './limits.ts';

/** Rows of AC power below 99 % of a high quantile, 0.98 unless told, of the power by day: what is above it may be clipped. RdTools 3. */
export function quantileClipFilter(powerAc: Float64Array, share = 0.98): Mask {
  const limit = robustQuantile(powerAc, share) * 0.99;
  return Uint8Array.from(powerAc, (power) => Number(power < limit));
}

/** Rows of light (of days, mostly) of which no less than a tenth of all have less, unless another quantile is told. RdTools 3. */
export function insolationFilter(insolation: Float64Array, share = 0.1): Mask {
  const limit = quantile(insolation, share);
  return Uint8Array.from(insolation, (value) => Number(value >= limit));
}
