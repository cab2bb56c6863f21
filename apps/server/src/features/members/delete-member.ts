import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { maskTyped } from '../../platform/mask-contact.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseUser } from '../accounts/index.ts';
import { dropIfEmpty } from '../organisations/index.ts';
import { WITHOUT_OWNER } from '../stations/index.ts';
import { keepAdministrator } from './keep-administrator.ts';
import { requireMember } from './require-member.ts';

/**
 * Deletes the account of a member with all that is kept of its contacts; what it did stays in the audit log. Throws AppError
 * userNotFound, moreThanHeld, notYourself, lastAdministrator, memberOwnsStations.
 */
export async function deleteMember(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  if (id === context.actor.userId) throw new AppError('notYourself');
  await platform.db.transaction().execute(async (trx) => {
    const member = await requireMember(trx, context.actor, id);
    await keepAdministrator(trx, [member]);
    const { stations } = await trx
      .selectFrom('stations')
      .select((eb) => eb.fn.countAll<number>().as('stations'))
      .where('ownerId', '=', id)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (stations > 0) throw new AppError('memberOwnsStations', { stations });
    // Whoever looks after one that was ended can still bring it back.
    await trx.updateTable('stations').set(WITHOUT_OWNER).where('ownerId', '=', id).execute();
    await eraseUser(trx, id, platform.clock.now());
    await writeAudit(trx, context, {
      action: 'members.delete',
      objectType: 'user',
      objectId: id,
      organisationId: member.organisationId,
      // Of the name only a hint: the log outlives the account.
      before: { name: maskTyped(member.name), role: member.role, roleId: member.roleId },
    });
    if (member.organisationId !== null && member.organisationType === 'personal') {
      await dropIfEmpty(trx, context, { id: member.organisationId, now: platform.clock.now() });
    }
    await announceChange(trx, { access: true, accessOf: [id] });
  });
}
