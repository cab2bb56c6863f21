import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mayUseOrganisation } from '../organisation-scope.ts';

/**
 * Ends an ingest key at once: the next batch that comes with it is refused. Another server on the same database, which hears nothing
 * of it, refuses it within a minute. Throws AppError `notFound` for one of an organisation outside the caller's scope, too.
 */
export async function revokeIngestKey(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const key = await trx
      .deleteFrom('ingestKeys')
      .where('id', '=', id)
      .returning(['organisationId', 'name', 'prefix'])
      .executeTakeFirst();
    if (!key || !(await mayUseOrganisation(trx, context.actor, key.organisationId)))
      throw new AppError('notFound');
    await writeAudit(trx, context, {
      action: 'ingestKeys.revoke',
      objectType: 'ingestKey',
      objectId: id,
      organisationId: key.organisationId,
      before: key,
    });
    await announceChange(trx, { access: true });
  });
}
