import type { Platform } from '../../../platform/platform.ts';
import { dropOldPartitions, retentionOf, type Guard } from './drop-old-partitions.ts';
import { readNeeded, whileRetentionIsHeld } from './needed-samples.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'config' | 'clock' | 'log'>;

/** Drops what is older than the settings keep it; samples only when their means and energies are made. */
export async function dropOldTelemetry(platform: Parts): Promise<void> {
  const { samples, config, clock, log } = platform;
  const at = { now: clock.now(), cluster: config.clickhouseCluster, guard: guardOf(platform) };
  const dropped = await dropOldPartitions(samples, retentionOf(config), at);
  if (dropped.length > 0) log.info({ dropped }, 'old telemetry dropped');
}

/**
 * No import begins to store between the look at what is needed and the drop. No transaction stands open meanwhile: a look at many late days, or a drop
 * on a cluster, may take longer than the database lets one be idle, which would let imports in beside the drop.
 */
export function guardOf({ db, samples, clock, log }: Parts): Guard {
  return (span, drop) =>
    whileRetentionIsHeld(db, async (connection) => {
      const needed = await readNeeded(connection, samples, clock.now());
      if (needed.some(({ from, to }) => from < span.to && to > span.from)) {
        log.info({ span }, 'old samples are still needed and wait');
        return false;
      }
      await drop();
      return true;
    });
}
