import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { provenUser } from '../security/own-account.ts';

/** Turns the second factor off and forgets its secret and recovery codes. Throws AppError: wrongPassword, accountLocked. */
export async function disableTotp(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { password }: { password: string },
): Promise<void> {
  const { id: userId } = await provenUser(platform, context, password);
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
      .where('id', '=', userId)
      .execute();
    await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await trx.deleteFrom('loginTickets').where('userId', '=', userId).execute();
    await writeAudit(trx, context, { action: 'accounts.disableTotp', objectType: 'user', objectId: userId });
  });
}
