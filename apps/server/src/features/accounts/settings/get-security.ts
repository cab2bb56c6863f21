import type { routes, RouteOutput } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listPasskeys } from '../passkeys/list-passkeys.ts';
import { ownUserId } from './own-account.ts';

/** How the own account is protected. Throws AppError `userNotFound` for a visitor. */
export async function getSecurity(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
): Promise<RouteOutput<(typeof routes)['security']>> {
  const userId = ownUserId(context);
  const user = await db
    .selectFrom('users')
    .select(['weakPassword', 'passwordChangedAt', 'totpConfirmedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    weakPassword: user.weakPassword,
    passwordChangedAt: user.passwordChangedAt?.getTime() ?? null,
    totp: user.totpConfirmedAt !== null,
    recoveryCodesLeft: left,
    passkeys: await listPasskeys(db, userId),
  };
}
