import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireView } from './require-view.ts';

/** Deletes a view for everybody who saw it. Throws AppError: savedViewNotFound, noDataPermission. */
export async function deleteView(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { name, organisationId } = await requireView(trx, context.actor, { id, toEdit: true });
    await trx.deleteFrom('savedViews').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'savedViews.delete',
      objectType: 'savedView',
      objectId: id,
      before: { name, shared: organisationId !== null },
    });
  });
  return null;
}
