import { mostBelieved } from '@sunfleet/analysis';
import { pointById } from '@sunfleet/device-model';

/** No sensor is off by as much, so what it says then is none of its measurements. */
const BEYOND_LIMITS = 2;

/**
 * Sets means to NaN in which a reading beyond belief went: one of them, as of a register whose bits are all set, would stand in the curve of its
 * station and in every sum of stations. `peaks`: the greatest amount of the readings of each mean.
 */
export function dropUnbelieved(
  values: Float64Array,
  { point, peaks, likelyPowerW }: { point: number; peaks: Float64Array; likelyPowerW: number },
): void {
  const most = isPower(point)
    ? mostBelieved(
        peaks.filter((peak) => !Number.isNaN(peak)),
        likelyPowerW,
      )
    : BEYOND_LIMITS * limitOf(point);
  for (const [i, peak] of peaks.entries()) if (peak > most) values[i] = NaN;
}

export const isPower = (point: number): boolean => pointById(point)?.unit === 'W';

function limitOf(point: number): number {
  const { min = -Infinity, max = Infinity } = pointById(point) ?? {};
  return Math.max(Math.abs(min), Math.abs(max));
}
