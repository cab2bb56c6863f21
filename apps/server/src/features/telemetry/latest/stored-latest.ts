import type { Platform } from '../../../platform/platform.ts';
import { LatestValues, type DeviceLatest } from './device-latest.ts';
import type { Latest } from './latest-store.ts';
import { readNewest } from './latest.queries.ts';
import { PointLayout } from './point-layout.ts';

/** Table `latest` is written each half minute, or later where writing takes long; what is younger is read from the samples. */
const UNWRITTEN_MS = 5 * 60_000;

/** Newest values on a server that stores no samples itself: read from the store each time. */
export function storedLatest({
  samples,
  clock,
}: Pick<Platform, 'samples' | 'clock'>): Pick<Latest, 'latestOf'> {
  return {
    async latestOf(deviceIds) {
      const layout = PointLayout.none();
      const found = new Map(deviceIds.map((id) => [id, new LatestValues(id, layout)]));
      if (found.size === 0) return new Map<number, DeviceLatest>();
      const block = await readNewest(samples, deviceIds, clock.now() - UNWRITTEN_MS);
      for (let row = 0; row < block.length; row += 1) {
        found.get(block.devices[row]!)?.restore(block.points[row]!, block.times[row]!, block.values[row]!);
      }
      return found;
    },
  };
}
