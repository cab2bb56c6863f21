import type { RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Site } from '../passkeys/ceremonies.ts';
import { provePasskey } from '../passkeys/passkey-login.ts';
import { takeFactorTry, useTotpCode, type FactorParts } from '../totp/check-factor.ts';
import { ownUser, ownUserId, provenUser } from './own-account.ts';

type Proof = RouteRequest<(typeof routes)['checkAccount']>['body'];

/**
 * Takes a proof of who holds the session: for a while it opens the routes that ask for one. Throws AppError: wrongPassword,
 * wrongCode, passkeyRefused, accountLocked (too many wrong ones), unauthorised.
 */
export async function checkAccount(
  platform: FactorParts,
  context: RequestContext,
  { proof, siteOf }: { proof: Proof; siteOf: () => Promise<Site> },
): Promise<null> {
  const userId = ownUserId(context);
  if ('password' in proof) await provenUser(platform, context, proof.password);
  else if ('code' in proof) await proveCode(platform, context, proof.code);
  else {
    // Only a passkey needs to know where the browser is: a password is taken at an address that the server does not know.
    const { user } = await provePasskey(platform, { ...proof.passkey, site: await siteOf() });
    if (user.id !== userId) throw new AppError('passkeyRefused');
  }
  await platform.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('sessions')
      .set({ provenAt: new Date(platform.clock.now()) })
      .where('id', '=', context.actor.sessionId)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('unauthorised');
    const by = Object.keys(proof)[0];
    const entry = { action: 'accounts.check', objectType: 'session', objectId: row.id } as const;
    await writeAudit(trx, context, { ...entry, after: { method: by } });
  });
  return null;
}

/**
 * Only the app's codes count here: recovery codes are for somebody who lost it. Those of an app that was never confirmed prove nothing: nobody was
 * told of it.
 */
async function proveCode(platform: FactorParts, context: RequestContext, code: string): Promise<void> {
  const { id: userId, secondFactor } = await ownUser(platform, context);
  const tried = await takeFactorTry(platform, { userId, address: context.address });
  if (!secondFactor || !(await useTotpCode(platform, platform.db, { userId, code })))
    throw new AppError('wrongCode', { left: tried.left });
  await tried.wasRight(platform.db);
}
