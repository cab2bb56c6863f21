import { createBurst } from '../../../platform/burst.ts';
import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { isStoreFailure } from '../../../platform/store-failure.ts';
import type { OpenFleet } from '../../fleet/index.ts';
import type { OwedRanges } from './owed-ranges.ts';
import { readHistorySpans } from './progress.ts';

/** So long before the position a device may have come to its station of which nobody has noted what it brought. */
const UNNOTED_MS = 3_600_000;

interface WatchedHomes {
  /** Resolves when all changes so far are marked. */
  marked(): Promise<void>;
  stop(): void;
}

interface Parts {
  fleet: OpenFleet;
  owns: (deviceId: number) => boolean;
  owed: OwedRanges;
}

/**
 * Marks the whole history of a device that changed its station as dirty: it brings the history to the station, and its days are
 * now cut in the station's zone.
 */
export function watchHomes(
  { samples, log }: Pick<Platform, 'samples' | 'log'>,
  { fleet, owns, owed }: Parts,
): WatchedHomes {
  const homes = new Map([...fleet.devices()].map((device) => [device.id, device.stationId]));
  const moved = createBurst<number>(
    0,
    async (ids) => owed.add({ ranges: await readHistorySpans(samples, ids.filter(owns)) }),
    (error) => log.warn({ err: messageOf(error) }, 'history of bound devices not noted'),
    isStoreFailure,
  );
  const stop = fleet.onChange(({ devices }) => {
    for (const id of devices) {
      const home = fleet.device(id)?.stationId;
      if (homes.get(id) === home) continue;
      homes.set(id, home ?? null);
      moved.add(id);
    }
  });
  return { marked: () => moved.flush(), stop };
}

/** Devices that came to their stations when no server worked, or of which one that was killed had not summed what they brought. */
export async function readMoved(db: Db, progress: number): Promise<number[]> {
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('stationSince', '>=', new Date(progress - UNNOTED_MS))
    .execute();
  return rows.map(({ id }) => id);
}
