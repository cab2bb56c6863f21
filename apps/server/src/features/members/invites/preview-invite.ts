import type { RouteOutput, routes } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import { typedCode } from '../../../platform/human-code.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openInvites } from './invite-view.ts';

/** Where an invitation leads, shown to anybody who has its code. Throws AppError inviteNotFound. */
export async function previewInvite(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  code: string,
): Promise<RouteOutput<(typeof routes)['previewInvite']>> {
  const row = await openInvites(db, clock.now())
    .where('invites.code', '=', typedCode(code))
    .executeTakeFirst();
  if (!row) throw new AppError('inviteNotFound');
  const { organisation, role, roleName, email, phone, expiresAt } = row;
  return { organisation, role, roleName, email, mobile: phone, expiresAt: expiresAt.getTime() };
}
