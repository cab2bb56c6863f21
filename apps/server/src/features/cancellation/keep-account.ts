import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownUser } from '../accounts/index.ts';
import { getCancellation, type Cancellation } from './get-cancellation.ts';

/** Takes a cancellation back; nothing happens where none waits. */
export async function keepAccount(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
): Promise<Cancellation> {
  const { id } = await ownUser(platform, context);
  await platform.db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable('users')
      .set({ cancelRequestedAt: null, cancelChoices: null })
      .where('id', '=', id)
      .where('cancelRequestedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (kept) await writeAudit(trx, context, { action: 'accounts.keep', objectType: 'user', objectId: id });
  });
  return getCancellation(platform, context);
}
