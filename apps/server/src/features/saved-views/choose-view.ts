import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireView } from './require-view.ts';

/** Lets the caller's list open with a view, or with it no longer. Throws AppError: savedViewNotFound, noDataPermission. */
export async function chooseView(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, isDefault }: { id: number; isDefault: boolean },
): Promise<null> {
  const { userId } = context.actor;
  if (userId === null) throw new AppError('noDataPermission');
  await db.transaction().execute(async (trx) => {
    const { name, list } = await requireView(trx, context.actor, { id, toEdit: false });
    const rows = isDefault
      ? await trx
          .insertInto('defaultViews')
          .values({ userId, list, viewId: id })
          .onConflict((taken) => taken.columns(['userId', 'list']).doUpdateSet({ viewId: id }))
          .returning('viewId')
          .execute()
      : await trx
          .deleteFrom('defaultViews')
          .where('userId', '=', userId)
          .where('viewId', '=', id)
          .returning('viewId')
          .execute();
    if (rows.length === 0) return;
    await writeAudit(trx, context, {
      action: 'savedViews.choose',
      objectType: 'savedView',
      objectId: id,
      after: { name, isDefault },
    });
  });
  return null;
}
