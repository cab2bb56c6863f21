import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { lateRanges, nativeLateMarks } from './late-marks.ts';
import { nativeSamples } from './native-samples.ts';

/** Samples older than this when they come are late: roll-ups of their time may have been made already. */
export const LATE_AFTER_MS = 10 * 60_000;

/**
 * Puts a block into ClickHouse. What roll-ups will owe for late samples is written first: once the samples are acknowledged
 * the debt is on disk too, whatever happens to this process. A block that is tried again comes with the same token and is stored once in a
 * cluster. Its marks are written again each time: what reads the debts may have met the first ones before the samples were there.
 */
export async function storeBlock(
  samples: SamplesDb,
  clock: Clock,
  block: SampleBlock,
  token?: string,
): Promise<void> {
  const now = clock.now();
  const late = lateRanges(block, now - LATE_AFTER_MS);
  if (late.length > 0) await samples.insertNative('late_marks', nativeLateMarks(late, now));
  await samples.insertNative('samples', nativeSamples(block), token);
}
