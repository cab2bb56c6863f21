import { vi } from 'vitest';
import type { TestPlatform } from './harness.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

/** Does something while an approval is written down: after what it does was looked at, and before it is done. Answers what became of the approval. */
export async function amidApproval<T>(
  platform: TestPlatform,
  approve: () => Promise<T>,
  change: () => Promise<unknown>,
): Promise<T> {
  const log = await platform.pool.connect();
  await log.query('BEGIN');
  await log.query('LOCK TABLE audit_log IN SHARE MODE');
  const approving = approve();
  await vi.waitUntil(async () => (await waitingForLocks(platform)) === 1);
  await change();
  await log.query('COMMIT');
  log.release();
  return approving;
}
