import type { MemberRole } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { may } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { typedCode } from '../../platform/human-code.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { redactSecret } from '../outbox/index.ts';
import { inviteSecret } from './invite-secret.ts';
import { invitingScope } from './inviting-scope.ts';
import { mayInvite } from './may-invite.ts';
import { isOnePersons } from './one-persons.ts';

/**
 * Uses up one place of an invitation and answers where it leads. An invitation to an e-mail or phone is good for that contact
 * alone, in the form in which accounts keep it. It is good only while its maker could still make it, so that somebody who was
 * removed, locked or given less leaves no way in. Throws AppError inviteNotFound.
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
    .returning(['id', 'organisationId', 'role', 'roleId', 'createdBy'])
    .executeTakeFirst();
  if (!row) throw new AppError('inviteNotFound');
  const { id, createdBy, ...place } = row;
  if (!(await stillInvited(trx, { ...place, createdBy, now: invite.now })))
    throw new AppError('inviteNotFound');
  await redactSecret(trx, inviteSecret(id));
  return place;
}

interface Made {
  organisationId: number;
  role: MemberRole;
  roleId: number | null;
  createdBy: number | null;
  now: number;
}

/** Whether the maker of an invitation could make it today. */
async function stillInvited(
  trx: Transaction<Tables>,
  { organisationId, role, roleId, createdBy, now }: Made,
): Promise<boolean> {
  const host = await findUserActor(trx, { userId: createdBy, at: now });
  if (!host || !may(host, 'members.inviteViewers')) return false;
  const organisation = await trx
    .selectFrom('organisations')
    .select(['id', isOnePersons().as('onePersons')])
    .where('id', '=', organisationId)
    .where(invitingScope(host))
    .executeTakeFirst();
  if (!organisation) return false;
  const custom = await trx
    .selectFrom('roles')
    .select(['scope', 'permissions'])
    .where('id', '=', roleId)
    .executeTakeFirst();
  return mayInvite(host, organisation, { role, custom: custom ?? null });
}
