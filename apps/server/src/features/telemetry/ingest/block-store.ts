import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { lateRanges, nativeLateMarks } from './late-marks.ts';
import { nativeSamples } from './native-samples.ts';

/** Samples older than this when they come are late: roll-ups of their time may have been made already. */
export const LATE_AFTER_MS = 10 * 60_000;

/**
 * Puts a block into ClickHouse. What roll-ups will owe for late samples is written first: once the samples are acknowledged
 * the debt is on disk too, whatever happens to this process.
 */
export async function storeBlock(samples: SamplesDb, clock: Clock, block: SampleBlock): Promise<void> {
  const now = clock.now();
  const late = lateRanges(block, now - LATE_AFTER_MS);
  if (late.length > 0) await samples.insertNative('late_marks', nativeLateMarks(late, now));
  await samples.insertNative('samples', nativeSamples(block));
}
