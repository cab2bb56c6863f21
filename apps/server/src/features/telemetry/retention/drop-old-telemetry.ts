import type { Platform } from '../../../platform/platform.ts';
import { dropOldPartitions, retentionOf } from './drop-old-partitions.ts';

/** Drops what is older than the settings keep it. */
export async function dropOldTelemetry({
  samples,
  config,
  clock,
  log,
}: Pick<Platform, 'samples' | 'config' | 'clock' | 'log'>): Promise<void> {
  const at = { now: clock.now(), cluster: config.clickhouseCluster };
  const dropped = await dropOldPartitions(samples, retentionOf(config), at);
  if (dropped.length > 0) log.info({ dropped }, 'old telemetry dropped');
}
