import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSessionsOf } from '../accounts/index.ts';
import { auditFounded, createOrganisation } from '../organisations/index.ts';
import { keepAdministrator } from './keep-administrator.ts';
import { requireMember } from './require-member.ts';

/**
 * Removes a member from an organisation. The account goes on as a personal one, owner of what it owned, in an organisation of its
 * own. Throws AppError userNotFound, moreThanHeld, notYourself, lastAdministrator.
 */
export async function removeMember(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { userId, organizationId }: { userId: number; organizationId: number },
): Promise<void> {
  if (userId === context.actor.userId) throw new AppError('notYourself');
  await platform.db.transaction().execute(async (trx) => {
    const member = await requireMember(trx, context.actor, userId);
    if (member.organisationId !== organizationId) throw new AppError('userNotFound');
    await keepAdministrator(trx, [member]);
    const personal = await createOrganisation(trx, { name: member.name, type: 'personal' });
    await auditFounded(trx, context, personal);
    await trx
      .updateTable('users')
      .set({ organisationId: personal.id, role: 'owner', roleId: null, accountType: 'personal' })
      .where('id', '=', userId)
      .execute();
    await endSessionsOf(trx, userId);
    await writeAudit(trx, context, {
      action: 'members.remove',
      objectType: 'user',
      objectId: userId,
      organisationId: organizationId,
      before: { role: member.role, roleId: member.roleId },
      after: { organisationId: personal.id },
    });
    await announceChange(trx, { access: true, accessOf: [userId] });
  });
}
