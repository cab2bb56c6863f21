import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireMember } from './require-member.ts';

/** Lets a locked member in again. Throws AppError userNotFound, moreThanHeld. */
export async function unlockMember(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const { organisationId } = await requireMember(trx, context.actor, id);
    await trx.updateTable('users').set({ lockedAt: null }).where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'members.unlock',
      objectType: 'user',
      objectId: id,
      organisationId,
    });
    await announceChange(trx, { accessOf: [id] });
  });
}
