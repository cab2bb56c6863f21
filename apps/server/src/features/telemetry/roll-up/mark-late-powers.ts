import type { RollUpRun } from './device-energies.ts';
import { BUCKET_MS } from './energy-cells.ts';
import type { StationSpan } from './station-energies.ts';

/** So far the expected power goes back by itself whenever it goes on. */
export const EXPECTED_AGAIN_MS = 30 * 60_000;

/**
 * Marks powers that changed so late that the expected power, which rests on them, has gone by. Written after the powers and before the progress of the
 * roll-ups, so that a crash between them marks once more. `reach`: milliseconds on both sides that changed, too.
 */
export async function markLatePowers(
  { db, now }: Pick<RollUpRun, 'db' | 'now'>,
  spans: readonly StationSpan[],
  reach: number,
): Promise<void> {
  const late = spans.filter(({ from }) => from - reach < now - EXPECTED_AGAIN_MS);
  if (late.length === 0) return;
  await db.insertRows(
    'expected_marks',
    late.map(({ station, from, to }) => ({
      station,
      from: Math.max(0, from - reach) / 1000,
      to: (to + reach + BUCKET_MS) / 1000,
    })),
  );
}
