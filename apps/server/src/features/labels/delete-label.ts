import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { endShieldsOfLabel } from '../alarm-shields/index.ts';
import { requireLabel } from './require-label.ts';

/** Deletes a label of the caller's organisation and takes it off everything; what was kept quiet by it is heard again. Throws AppError `labelNotFound`. */
export async function deleteLabel(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const { name, description, color } = await requireLabel(trx, context.actor, id);
    const { actor, written } = context;
    await endShieldsOfLabel(trx, id, { at: new Date(clock.now()), by: actor.userId, written });
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
