import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ownUser } from '../settings/own-account.ts';
import { sendSecurityNotice } from '../security-notice.ts';

/** Forgets a passkey of the own account, and tells its holder. Throws AppError `notFound`. */
export async function removePasskey(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  const user = await ownUser(platform, context);
  await platform.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw new AppError('notFound');
    const entry = { action: 'accounts.removePasskey', objectType: 'passkey', objectId: id } as const;
    await writeAudit(trx, context, { ...entry, before: { name: removed.name } });
    const { language } = context;
    await sendSecurityNotice(trx, platform, { reader: user, what: 'passkeyRemoved', language });
  });
}
