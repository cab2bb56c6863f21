import { endAllSessions } from './features/accounts/index.ts';
import { stopRestored } from './features/commands/index.ts';
import { readRestoredMark, removeRestoredMark } from './platform/backup/restored-mark.ts';
import type { Platform } from './platform/platform.ts';

/**
 * The first start after a backup was restored: nothing is sent to devices before somebody lets it, and everybody signs in again, because a session that
 * was ended since the backup lives in it.
 */
export async function heedRestore({
  config: { dataDir },
  db,
  clock,
  log,
}: Pick<Platform, 'config' | 'db' | 'clock' | 'log'>): Promise<void> {
  const madeAt = await readRestoredMark(dataDir);
  if (madeAt === undefined) return;
  await db.transaction().execute(async (trx) => {
    await stopRestored(trx, { madeAt, now: clock.now() });
    await endAllSessions(trx);
  });
  await removeRestoredMark(dataDir);
  log.warn({ madeAt }, 'a backup was restored: requests to devices are stopped, and sessions have ended');
}
