import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireLabel } from './require-label.ts';

/** Deletes a label of the caller's organisation and takes it off everything. Throws AppError `labelNotFound`. */
export async function deleteLabel(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await platform.db.transaction().execute(async (trx) => {
    const { name, description, color } = await requireLabel(trx, context.actor, id);
    await trx.deleteFrom('labels').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'labels.delete',
      objectType: 'label',
      objectId: id,
      before: { name, description, color },
    });
  });
  return null;
}
