import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { requireHeld } from '../../platform/held.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { requireRole } from './require-role.ts';

/** Deletes a role that nobody holds, with the invitations to it. Throws AppError roleNotFound, moreThanHeld, roleInUse. */
export async function deleteRole(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const role = await requireRole(trx, context.actor, id);
    requireHeld(context.actor, role);
    const { name, description, basedOn, permissions, scope, organisationId } = role;
    const { members } = await trx
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('members'))
      .where('roleId', '=', id)
      .executeTakeFirstOrThrow();
    if (members > 0) throw new AppError('roleInUse', { members });
    await trx.deleteFrom('roles').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'roles.delete',
      objectType: 'role',
      objectId: id,
      organisationId,
      before: { name, description, basedOn, permissions, scope },
    });
  });
}
