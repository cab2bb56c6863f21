import { sql, type Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofLevel } from './edit-limits.ts';

const AUTHOR = { actor: systemActor, address: null };

/**
 * Stops every request to devices after a backup was restored: runs, upgrades and tasks of then would go on with what may be done since, and a stop of
 * since then is not in it. An administrator of the platform looks what is open and lets requests go on. A stop that is in it stays.
 */
export async function stopRestored(
  trx: Transaction<Tables>,
  { madeAt, now }: { madeAt: string; now: number },
): Promise<void> {
  const reason = `Restored from a backup of ${madeAt}`;
  const { numAffectedRows } = await sql`
    INSERT INTO command_rules AS rules (organisation_id, stopped_at, stop_reason, stopped_by_platform)
    VALUES (NULL, ${new Date(now)}, ${reason}, true)
    ON CONFLICT ((coalesce(organisation_id, 0))) DO UPDATE SET stopped_at = EXCLUDED.stopped_at, stopped_by = NULL,
      stop_reason = EXCLUDED.stop_reason, stopped_by_platform = true
    WHERE rules.stopped_at IS NULL`.execute(trx);
  if (!numAffectedRows) return;
  await writeAudit(trx, AUTHOR, { action: 'commands.stop', ...ofLevel(null), after: { reason } });
}
