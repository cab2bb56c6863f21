import { every } from '../../platform/jobs/every.ts';
import type { Platform } from '../../platform/platform.ts';
import { sealAudit } from './seal-audit.ts';

/** PostgreSQL's channel on which the audit log says that it has new entries (migration 009). */
const AUDIT_CHANNEL = 'audit';
/** New entries are sealed this long after the first of them at the latest; those of a second share one transaction. */
const GATHER_MS = 1000;
/** How often entries are looked for without a notification, because a notification may be lost with its connection. */
const FLOOR_MS = 60_000;

export interface AuditSealer {
  /** Seals what is left and ends. */
  stop(): Promise<void>;
}

/**
 * Seals new entries of the audit log within a second. The next run makes up for one that fails. It is no job: a job for each entry
 * would be two more writes for each write of the platform, and one each second would be 86,400 a day for a log that rests.
 */
export function startAuditSealer({
  db,
  log,
  notifications,
}: Pick<Platform, 'db' | 'log' | 'notifications'>): AuditSealer {
  const sealing = every(FLOOR_MS, () => sealAudit(db), {
    log,
    name: 'sealing the audit log',
    gatherMs: GATHER_MS,
  });
  const stopHearing = notifications.on(AUDIT_CHANNEL, () => sealing.wake());
  sealing.wake();
  return {
    async stop() {
      stopHearing();
      await sealing.stop();
      await sealAudit(db).catch((error: unknown) =>
        log.error({ err: error }, 'the last entries of the audit log are sealed at the next start'),
      );
    },
  };
}
