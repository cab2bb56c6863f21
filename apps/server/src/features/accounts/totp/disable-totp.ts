import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendSecurityNotice } from '../security-notice.ts';
import { holdSession } from '../../../platform/hold-session.ts';
import { provenUser } from '../settings/own-account.ts';

/** Turns the second factor off, forgets its secret and recovery codes, and tells the holder. Throws AppError: wrongPassword, accountLocked. */
export async function disableTotp(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { password }: { password: string },
): Promise<void> {
  const user = await provenUser(platform, context, password);
  const userId = user.id;
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
      .where('id', '=', userId)
      .execute();
    await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await trx.deleteFrom('loginTickets').where('userId', '=', userId).execute();
    await holdSession(trx, context.actor);
    await writeAudit(trx, context, { action: 'accounts.disableTotp', objectType: 'user', objectId: userId });
    if (!user.secondFactor) return;
    const { language } = context;
    await sendSecurityNotice(trx, platform, { reader: user, what: 'secondFactorOff', language });
  });
}
