import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayTake } from '../../platform/tries.ts';
import { accountLimits, sendMessage, wayTo } from '../outbox/index.ts';
import { endSessionsOf } from '../accounts/index.ts';
import { keepAdministrator } from './keep-administrator.ts';
import { requireMember } from './require-member.ts';

/** Locks a member out and tells it by mail or SMS. Throws AppError userNotFound, moreThanHeld, notYourself, lastAdministrator. */
export async function lockMember(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  if (id === context.actor.userId) throw new AppError('notYourself');
  await platform.db.transaction().execute(async (trx) => {
    const member = await requireMember(trx, context.actor, id);
    await keepAdministrator(trx, [member]);
    const now = platform.clock.now();
    const lockedAt = member.lockedAt ?? new Date(now);
    await trx.updateTable('users').set({ lockedAt }).where('id', '=', id).execute();
    await endSessionsOf(trx, id);
    await trx.deleteFrom('apiKeys').where('userId', '=', id).execute();
    const way = wayTo(member, context.language);
    if (way && member.lockedAt === null && (await mayTake(trx, accountLimits('locked', id), now)))
      await sendMessage(trx, { ...way, template: 'accountLocked', values: {}, now });
    await writeAudit(trx, context, {
      action: 'members.lock',
      objectType: 'user',
      objectId: id,
      organisationId: member.organisationId,
    });
    await announceChange(trx, { accessOf: [id] });
  });
}
