import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenFleet } from '../../fleet/index.ts';
import type { OwedRanges } from './owed-ranges.ts';
import { readHistorySpans } from './progress.ts';

/**
 * Marks the whole history of a device that changed its station as dirty: it brings the history to the station, and its days are
 * now cut in the station's zone. The answer resolves when all changes so far are marked.
 */
export function watchHomes(
  { samples, log }: Pick<Platform, 'samples' | 'log'>,
  { fleet, owns, owed }: { fleet: OpenFleet; owns: (deviceId: number) => boolean; owed: OwedRanges },
): () => Promise<void> {
  const homes = new Map([...fleet.devices()].map((device) => [device.id, device.stationId]));
  let marked: Promise<void> = Promise.resolve();
  const mark = async (ids: readonly number[]) => {
    const moved = ids.filter((id) => homes.get(id) !== fleet.device(id)?.stationId);
    for (const id of moved) homes.set(id, fleet.device(id)?.stationId ?? null);
    owed.add({ ranges: await readHistorySpans(samples, moved.filter(owns)) });
  };
  fleet.onChange(({ devices }) => {
    marked = marked
      .then(() => mark(devices))
      .catch((error) => log.warn({ err: messageOf(error) }, 'history of bound devices not noted'));
  });
  return () => marked;
}
