import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { dropOldPartitions, retentionOf } from './drop-old-partitions.ts';

const DAY_MS = 86_400_000;

/** Drops what is too old now and once a day. Answers the function that ends it. */
export function startRetention(platform: Pick<Platform, 'samples' | 'config' | 'clock' | 'log'>): () => void {
  const { samples, config, clock, log } = platform;
  const run = () => {
    dropOldPartitions(samples, retentionOf(config), { now: clock.now(), cluster: config.clickhouseCluster })
      .then((dropped) => dropped.length > 0 && log.info({ dropped }, 'old telemetry dropped'))
      .catch((error) => log.warn({ err: messageOf(error) }, 'old telemetry not dropped'));
  };
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
