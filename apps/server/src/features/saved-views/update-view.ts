import type { RouteRequest, routes, SavedView } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { organisationToShareWith } from './create-view.ts';
import { readViews } from './read-views.ts';
import { requireSharedRoom } from './require-room.ts';
import { requireView } from './require-view.ts';
import { viewNameError } from './view-name-error.ts';

type Changes = RouteRequest<(typeof routes)['updateSavedView']>['body'];

/** Changes a view. Throws AppError: savedViewNotFound, noDataPermission, tooManySharedViews, invalidInput (name). */
export async function updateView(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, changes }: { id: number; changes: Changes },
): Promise<SavedView | null> {
  const { actor } = context;
  const changed = platform.db.transaction().execute(async (trx) => {
    const before = await requireView(trx, actor, { id, toEdit: true });
    if (before.list !== changes.list) throw new AppError('savedViewNotFound', { id });
    const { shared = before.organisationId !== null, name = before.name } = changes;
    // Who changes a view that is shared already does not take it along to an organisation of their own.
    const organisationId = shared ? (before.organisationId ?? organisationToShareWith(context)) : null;
    if (organisationId !== null && before.organisationId === null)
      await requireSharedRoom(trx, organisationId);
    const { columns = before.columns, filters = before.filters, sort = before.sort } = changes;
    const after = { name: name.trim(), organisationId, columns, sort };
    await trx
      .updateTable('savedViews')
      .set({ ...after, direction: changes.order ?? before.direction, filters: JSON.stringify(filters) })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'savedViews.edit',
      objectType: 'savedView',
      objectId: id,
      before: { name: before.name, shared: before.organisationId !== null },
      after: { name: after.name, shared },
    });
    // An administrator who shares somebody else's view no longer does not see it any more.
    return (await readViews(trx, actor, { id }))[0] ?? null;
  });
  return changed.catch((error: unknown) => {
    throw viewNameError(platform, context, error);
  });
}
