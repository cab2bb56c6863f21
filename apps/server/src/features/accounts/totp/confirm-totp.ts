import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendSecurityNotice } from '../security-notice.ts';
import { ownUser } from '../settings/own-account.ts';
import { takeFactorTry, useTotpCode, type FactorParts } from './check-factor.ts';
import { holdSession } from '../../../platform/hold-session.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/**
 * Turns the second factor on with a first code of the secret that was started; answers ten recovery codes, never again.
 * Throws AppError: wrongCode, accountLocked (too many wrong ones), secondFactorAlreadyOn.
 */
export async function confirmTotp(
  platform: FactorParts & Pick<Platform, 'config'>,
  context: RequestContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const user = await ownUser(platform, context);
  const userId = user.id;
  if (user.secondFactor) throw new AppError('secondFactorAlreadyOn');
  const tried = await takeFactorTry(platform, { userId, address: context.address });
  return platform.db.transaction().execute(async (trx) => {
    if (!(await useTotpCode(platform, trx, { userId, code })))
      throw new AppError('wrongCode', { left: tried.left });
    const now = new Date(platform.clock.now());
    const on = await trx
      .updateTable('users')
      .set({ totpConfirmedAt: now })
      .where('id', '=', userId)
      .where('totpConfirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!on) throw new AppError('secondFactorAlreadyOn');
    await holdSession(trx, context.actor);
    await tried.wasRight(trx);
    await writeAudit(trx, context, { action: 'accounts.confirmTotp', objectType: 'user', objectId: userId });
    const { language } = context;
    await sendSecurityNotice(trx, platform, { reader: user, what: 'secondFactorOn', language });
    return { recoveryCodes: await replaceRecoveryCodes(trx, userId) };
  });
}
