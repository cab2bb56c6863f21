import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireInvite } from './require-invite.ts';

/** The code of an invitation that the caller could have made. Throws AppError inviteNotFound. */
export async function getInviteCode(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<{ code: string }> {
  const { code } = await requireInvite(db, actor, { id, now: clock.now() });
  return { code };
}
