import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ownUserId } from '../settings/own-account.ts';

/** Ends an own API key at once. Throws AppError `notFound`. */
export async function deleteApiKey(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  const userId = ownUserId(context);
  await platform.db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('apiKeys')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning(['name', 'prefix'])
      .executeTakeFirst();
    if (!deleted) throw new AppError('notFound');
    const entry = { action: 'apiKeys.delete', objectType: 'apiKey', objectId: id } as const;
    await writeAudit(trx, context, { ...entry, before: deleted });
    await announceChange(trx, { accessOf: [userId] });
  });
}
