import type { Organisation } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockTree, rewritePaths } from './organisation-paths.ts';
import { keepRolesNear } from './keep-roles-near.ts';
import { leaveSuperior } from './leave-superior.ts';
import { viewOrganisation } from './organisation-view.ts';
import { requireOrganisation, requirePlace } from './require-organisation.ts';

/**
 * Moves an organisation with all below it. The old and the new superior are both in the caller's scope: of what is in it only the
 * caller's own organisation has a superior outside, and every other place in scope is below that. Throws AppError
 * organisationNotFound, organisationMoveIntoItself, noDataPermission, roleInUse (members hold roles of the former superior).
 */
export async function moveOrganisation(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { id, parentId }: { id: number; parentId: number | null },
): Promise<Organisation> {
  const { actor } = context;
  const told = await platform.db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const before = await requireOrganisation(trx, actor, id);
    const above = await requirePlace(trx, actor, parentId);
    if (above?.path.startsWith(before.path)) throw new AppError('organisationMoveIntoItself');
    await trx.updateTable('organisations').set({ parentId }).where('id', '=', id).execute();
    await rewritePaths(trx, id);
    await keepRolesNear(trx, id);
    const at = new Date(platform.clock.now());
    await leaveSuperior(trx, platform, { id, scopePath: before.scopePath, at, by: actor.userId });
    await writeAudit(trx, context, {
      action: 'organisations.move',
      objectType: 'organisation',
      objectId: id,
      organisationId: id,
      before: { parentId: before.parentId },
      after: { parentId },
    });
    await announceChange(trx, { access: true });
    return viewOrganisation({ ...platform, db: trx }, actor, id);
  });
  return told;
}
