import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireInvitable } from '../../organisations/index.ts';
import { couldInvite, openInvites, toInvite, type Invite } from './invite-view.ts';

/** The invitations to an organisation that can still be used, newest first. Throws AppError organisationNotFound. */
export async function listInvites(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  organisationId: number,
): Promise<(Invite & { manageable: boolean })[]> {
  await requireInvitable(db, actor, organisationId);
  const rows = await openInvites(db, clock.now())
    .where('invites.organisationId', '=', organisationId)
    .orderBy('invites.createdAt', 'desc')
    .orderBy('invites.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...toInvite(row), manageable: couldInvite(actor, row) }));
}
