import type { ImportRun } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { getImport } from './import-view.ts';
import { updateImport } from './running/import-record.ts';

/**
 * Stops an import that is still checking; nothing was stored then. One that is further goes on, as its state tells.
 * Throws AppError `importNotFound`.
 */
export async function cancelImport(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<ImportRun> {
  await getImport(platform, context.actor, id);
  await platform.db.transaction().execute(async (trx) => {
    const finishedAt = new Date(platform.clock.now());
    const stopped = await updateImport(trx, { id, state: 'checking' }, { state: 'cancelled', finishedAt });
    if (!stopped) return;
    await writeAudit(trx, context, { action: 'imports.cancel', objectType: 'import', objectId: id });
  });
  return getImport(platform, context.actor, id);
}
