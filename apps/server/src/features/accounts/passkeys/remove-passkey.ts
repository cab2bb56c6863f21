import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ownUserId } from '../security/own-account.ts';

/** Forgets a passkey of the own account. Throws AppError `notFound`. */
export async function removePasskey(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  const userId = ownUserId(context);
  await platform.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw new AppError('notFound');
    const entry = { action: 'accounts.removePasskey', objectType: 'passkey', objectId: id } as const;
    await writeAudit(trx, context, { ...entry, before: { name: removed.name } });
  });
}
