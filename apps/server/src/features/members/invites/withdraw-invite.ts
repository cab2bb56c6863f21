import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { maskTyped } from '../../../platform/mask-contact.ts';
import type { Platform } from '../../../platform/platform.ts';
import { couldInvite, openInvites } from './invite-view.ts';
import { inviteSecret, invitingScope } from '../../organisations/index.ts';
import { redactSecret } from '../../outbox/index.ts';

/** Withdraws an invitation that the caller could have made. Throws AppError inviteNotFound. */
export async function withdrawInvite(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await openInvites(trx, clock.now())
      .where('invites.id', '=', id)
      .where(invitingScope(context.actor))
      .forUpdate('invites')
      .executeTakeFirst();
    if (!row || !couldInvite(context.actor, row)) throw new AppError('inviteNotFound');
    const { organisationId, role, roleId, email, phone, uses } = row;
    await trx.deleteFrom('invites').where('id', '=', id).execute();
    await redactSecret(trx, inviteSecret(id));
    await writeAudit(trx, context, {
      action: 'members.withdrawInvite',
      objectType: 'invite',
      objectId: id,
      organisationId,
      // Of the contact only a hint: the log outlives the account.
      before: { role, roleId, email: email && maskTyped(email), phone: phone && maskTyped(phone), uses },
    });
  });
}
