import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { maskTyped } from '../../../platform/mask-contact.ts';
import type { Platform } from '../../../platform/platform.ts';
import { inviteSecret } from '../../organisations/index.ts';
import { redactSecret } from '../../outbox/index.ts';
import { requireInvite } from './require-invite.ts';

/** Withdraws an invitation that the caller could have made. Throws AppError inviteNotFound. */
export async function withdrawInvite(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const invite = await requireInvite(trx, context.actor, { id, now: clock.now(), held: true });
    const { organisationId, role, roleId, email, phone, uses } = invite;
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
