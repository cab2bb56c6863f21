import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { invitingScope } from '../../organisations/index.ts';
import { couldInvite, openInvites, type InviteRow } from './invite-view.ts';

/** An invitation that can still be used and that the actor could have made. `held`: others wait until the transaction ends. Throws AppError inviteNotFound. */
export async function requireInvite(
  db: Db,
  actor: Actor,
  { id, now, held = false }: { id: number; now: number; held?: boolean },
): Promise<InviteRow> {
  const row = await openInvites(db, now)
    .where('invites.id', '=', id)
    .where(invitingScope(actor))
    .$if(held, (some) => some.forUpdate('invites'))
    .executeTakeFirst();
  if (!row || !couldInvite(actor, row)) throw new AppError('inviteNotFound');
  return row;
}
