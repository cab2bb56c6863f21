import { mostBelieved } from '@sunfleet/analysis';
import { pointById } from '@sunfleet/device-model';

/** No sensor is off by as much, so what it says then is none of its measurements. */
const BEYOND_LIMITS = 2;
/** No station gives as much. */
const MOST_WATTS = 1e10;

/**
 * Sets means to NaN in which a reading beyond belief went: one of them, as of a register whose bits are all set, would stand in the curve of its
 * station and in every sum of stations. `peaks`: the greatest amount of the readings of each mean.
 */
export function dropUnbelieved(
  values: Float64Array,
  { point, peaks, mostPowerW }: { point: number; peaks: Float64Array; mostPowerW: number },
): void {
  const most = isPower(point)
    ? mostBelieved(
        peaks.filter((peak) => !Number.isNaN(peak)),
        mostPowerW,
      )
    : mostOfPoint(point);
  for (const [i, peak] of peaks.entries()) if (peak > most) values[i] = NaN;
}

/** The greatest amount that is believed of a point, whatever device says it; Infinity where nothing bounds it. */
export function mostOfPoint(point: number): number {
  return isPower(point) ? Math.min(MOST_WATTS, limitOf(point)) : BEYOND_LIMITS * limitOf(point);
}

export const isPower = (point: number): boolean => pointById(point)?.unit === 'W';

function limitOf(point: number): number {
  const { min = -Infinity, max = Infinity } = pointById(point) ?? {};
  return Math.max(Math.abs(min), Math.abs(max));
}
