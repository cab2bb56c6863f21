import { announceChange } from '../../platform/changes/announce-change.ts';
import { may, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireOrganisation } from '../organisations/index.ts';
import { requireRoleFor } from '../roles/index.ts';
import { keepAdministrator } from './keep-administrator.ts';
import { requireMember } from './require-member.ts';

/**
 * Moves a member to another organisation or department in scope; a custom role must be one of the new place too. Throws AppError
 * userNotFound, organisationNotFound, roleNotFound, moreThanHeld, lastAdministrator.
 */
export async function moveMember(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, organisationId }: { id: number; organisationId: number },
): Promise<void> {
  const { actor } = context;
  await platform.db.transaction().execute(async (trx) => {
    const member = await requireMember(trx, actor, id);
    const target = await requireOrganisation(trx, actor, organisationId);
    if (member.organisationId === organisationId) return;
    if (!may(actor, 'members.manage')) throw new AppError('organisationNotFound');
    if (member.roleId !== null) await requireRoleFor(trx, member.roleId, target);
    await keepAdministrator(trx, [member]);
    await trx.updateTable('users').set({ organisationId }).where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'members.move',
      objectType: 'user',
      objectId: id,
      organisationId,
      before: { organisationId: member.organisationId },
      after: { organisationId },
    });
    await announceChange(trx, { accessOf: [id] });
  });
}
