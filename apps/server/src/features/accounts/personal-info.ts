import type { Account } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { toAccount, usersWithOrganisation, visitorAccount } from './account-view.ts';

/** The account of a session; null is a visitor's. Throws AppError `unauthorised` when the user is gone. */
export async function accountOf(platform: Pick<Platform, 'db'>, userId: number | null): Promise<Account> {
  if (userId === null) return visitorAccount;
  const row = await usersWithOrganisation(platform.db).where('users.id', '=', userId).executeTakeFirst();
  if (!row) throw new AppError('unauthorised');
  return toAccount(row);
}
