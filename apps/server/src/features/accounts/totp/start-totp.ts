import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { provenUser } from '../settings/own-account.ts';
import { sealedFor } from './check-factor.ts';
import { holdSession } from '../../../platform/hold-session.ts';
import { mintTotpSecret, totpUri } from './totp-code.ts';

/**
 * Makes a new secret for an authenticator app. It takes effect when a code of it is confirmed.
 * Throws AppError: wrongPassword, accountLocked, secondFactorAlreadyOn.
 */
export async function startTotp(
  platform: Pick<Platform, 'db' | 'clock'> & { box: SecretBox },
  context: RequestContext,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const user = await provenUser(platform, context, password);
  const secret = mintTotpSecret();
  const totpSecret = await platform.box.seal(secret, sealedFor(user.id));
  await platform.db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable('users')
      .set({ totpSecret, totpLastStep: null })
      .where('id', '=', user.id)
      .where('totpConfirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw new AppError('secondFactorAlreadyOn');
    await holdSession(trx, context.actor);
    await writeAudit(trx, context, { action: 'accounts.startTotp', objectType: 'user', objectId: user.id });
  });
  const label = user.email ?? user.phone ?? user.userName ?? user.name;
  return { secret, uri: totpUri(secret, label) };
}
