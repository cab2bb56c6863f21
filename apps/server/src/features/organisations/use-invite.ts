import type { MemberRole } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { typedCode } from '../../platform/human-code.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Uses up one place of an invitation and answers where it leads. One that is addressed to an e-mail or phone fits that one alone,
 * in the form accounts keep them. Throws AppError inviteNotFound.
 */
export async function useInvite(
  trx: Transaction<Tables>,
  invite: { code: string; email: string | null; phone: string | null; now: number },
): Promise<{ organisationId: number; role: MemberRole; roleId: number | null }> {
  const row = await trx
    .updateTable('invites')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', typedCode(invite.code))
    .where('expiresAt', '>', new Date(invite.now))
    .where((eb) => eb('uses', '<', eb.ref('maxUses')))
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', '=', invite.email)]))
    .where((eb) => eb.or([eb('phone', 'is', null), eb('phone', '=', invite.phone)]))
    .returning(['organisationId', 'role', 'roleId'])
    .executeTakeFirst();
  if (!row) throw new AppError('inviteNotFound');
  return row;
}
