import { VIEWER_ROLE } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { giveRole } from './give-role.ts';
import { requireMembers } from './require-member.ts';

/**
 * Gives a custom role to members, all or none of them; answers how many held another before. Throws AppError userNotFound,
 * roleNotFound, moreThanHeld, lastAdministrator.
 */
export async function grantRole(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { roleId, userIds }: { roleId: number; userIds: readonly number[] },
): Promise<{ changed: number }> {
  const changed = await platform.db.transaction().execute(async (trx) => {
    const members = await requireMembers(trx, context.actor, { ids: userIds, wide: 'roles.manage' });
    await announceChange(trx, { accessOf: userIds });
    return giveRole(trx, context, { members, wanted: { role: VIEWER_ROLE, roleId } });
  });
  return { changed };
}
