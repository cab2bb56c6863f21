import type { Platform } from '../../platform/platform.ts';
import { redactSecret } from '../outbox/index.ts';
import type { UserRow } from './account-view.ts';

/** How long a password given by an administrator opens the account; after that another must be given. */
export const INITIAL_PASSWORD_MS = 7 * 86_400_000;

/** What an initial password in a message opens. */
export function initialPasswordSecret(userId: number): string {
  return `initial password: #${userId}`;
}

type Given = Pick<UserRow, 'id' | 'mustChangePassword' | 'lockedAt' | 'passwordChangedAt'>;

/** Whether the account's password was given by an administrator and is too old to sign in with. */
export function isInitialPasswordOver(user: Given, now: number): boolean {
  if (!user.mustChangePassword || user.lockedAt || !user.passwordChangedAt) return false;
  return user.passwordChangedAt.getTime() + INITIAL_PASSWORD_MS <= now;
}

/**
 * Uses up an initial password, which opens the account once: of two logins at the same moment only one succeeds. The initial
 * password of a locked account is not used up.
 */
export async function mayUsePassword({ db }: Pick<Platform, 'db'>, user: Given): Promise<boolean> {
  if (!user.mustChangePassword || user.lockedAt) return true;
  // The first administrator has nobody who could give another one, so the generated password opens the account until it is changed.
  if (user.passwordChangedAt === null) return true;
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('users')
      .set({ initialPasswordUsed: true })
      .where('id', '=', user.id)
      .where('initialPasswordUsed', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (used) await redactSecret(trx, initialPasswordSecret(user.id));
    return used !== undefined;
  });
}
