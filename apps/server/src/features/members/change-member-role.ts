import type { RouteRequest, routes } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { giveRole } from './give-role.ts';
import { requireMember } from './require-member.ts';

/**
 * Gives a member a built-in role or a custom one, which works at once. Throws AppError userNotFound, roleNotFound, moreThanHeld,
 * lastAdministrator.
 */
export async function changeMemberRole(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, wanted }: { id: number; wanted: RouteRequest<(typeof routes)['changeMemberRole']>['body'] },
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const members = [await requireMember(trx, context.actor, id)];
    await giveRole(trx, context, { members, wanted });
    await announceChange(trx, { accessOf: [id] });
  });
}
