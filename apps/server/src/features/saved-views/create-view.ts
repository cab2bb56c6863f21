import { LIMITS, type RouteRequest, type routes, type SavedView } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { readViews } from './read-views.ts';
import { requireSharedRoom } from './require-room.ts';
import { sharingOrganisation } from './view-scope.ts';
import { viewNameError } from './view-name-error.ts';

type Body = RouteRequest<(typeof routes)['createSavedView']>['body'];

/** Saves a view for the caller. Throws AppError: invalidInput (name), tooManySavedViews, tooManySharedViews, noDataPermission (nobody to share with). */
export async function createView(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { list, name, columns, filters, sort, order, shared }: Body,
): Promise<SavedView> {
  const { actor } = context;
  const { userId } = actor;
  if (userId === null) throw new AppError('noDataPermission');
  const organisationId = shared ? organisationToShareWith(context) : null;
  const made = platform.db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [`saved views of ${userId}`]);
    const { n } = await trx
      .selectFrom('savedViews')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (n >= LIMITS.savedViews) throw new AppError('tooManySavedViews', { most: LIMITS.savedViews });
    if (organisationId !== null) await requireSharedRoom(trx, organisationId);
    const values = { userId, organisationId, list, name: name.trim(), columns, sort, direction: order };
    const { id } = await trx
      .insertInto('savedViews')
      .values({ ...values, filters: JSON.stringify(filters) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'savedViews.create',
      objectType: 'savedView',
      objectId: id,
      after: { name: values.name, shared },
    });
    return (await readViews(trx, actor, { id }))[0]!;
  });
  return made.catch((error: unknown) => {
    throw viewNameError(platform, context, error);
  });
}

/** Throws AppError `noDataPermission` for those who work for none. */
export function organisationToShareWith({ actor }: Pick<RequestContext, 'actor'>): number {
  const organisationId = sharingOrganisation(actor);
  if (organisationId === null) throw new AppError('noDataPermission');
  return organisationId;
}
