import { endAllSessions } from './features/accounts/index.ts';
import { coolOffAgain } from './features/cancellation/index.ts';
import { stopRestored } from './features/commands/index.ts';
import { keepEndedLonger } from './features/ended-stations/index.ts';
import { endRestoredOrders } from './features/sims/index.ts';
import { readRestoredMark, removeRestoredMark } from './platform/backup/restored-mark.ts';
import type { Platform } from './platform/platform.ts';

/**
 * The first start after a backup was restored: nothing is sent to devices before somebody lets it, and everybody signs in again, because a session that
 * was ended since the backup lives in it. Cards are not ordered anything again, and what was to be deleted for good waits once more: its time may be over now,
 * and whoever took it back since the backup is not in it.
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
    const now = clock.now();
    await stopRestored(trx, { madeAt, now });
    await endRestoredOrders(trx, { madeAt });
    await keepEndedLonger(trx, now);
    await coolOffAgain(trx, now);
    await endAllSessions(trx);
  });
  await removeRestoredMark(dataDir);
  log.warn({ madeAt }, 'a backup was restored: requests to devices are stopped, and sessions have ended');
}
