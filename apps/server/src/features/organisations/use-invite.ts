import type { MemberRole } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

export interface UsedInvite {
  organisationId: number;
  role: MemberRole;
  roleId: number | null;
}

/**
 * Uses an invitation once, in the transaction of the joining: of two callers at the last use, one wins. An invitation that names
 * an e-mail or phone is for its holder alone. Throws AppError `inviteNotFound`.
 */
export async function useInvite(
  trx: Transaction<Tables>,
  invite: { code: string; email: string | null; phone: string | null; now: number },
): Promise<UsedInvite> {
  const { code, email, phone, now } = invite;
  const used = await trx
    .updateTable('invites')
    .set({ uses: sql`uses + 1` })
    .where('code', '=', code)
    .where('expiresAt', '>', new Date(now))
    .whereRef('uses', '<', 'maxUses')
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', '=', email)]))
    .where((eb) => eb.or([eb('phone', 'is', null), eb('phone', '=', phone)]))
    .returning(['organisationId', 'role', 'roleId'])
    .executeTakeFirst();
  if (!used) throw new AppError('inviteNotFound');
  return used;
}
