import { PLATFORM_ROLES } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { endOwnSessions } from '../../accounts/index.ts';
import { dropIfEmpty, useInvite } from '../../organisations/index.ts';

/**
 * Brings the caller's account into the organisation of an invitation. A personal organisation that the account leaves is deleted if
 * nothing is left in it. Stations of the account stay its own. Throws AppError inviteNotFound, alreadyMember.
 */
export async function joinOrganisation(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  code: string,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const user = await requireFree(trx, context.actor.userId);
    const { email, phone } = user;
    const joined = await useInvite(trx, { code, email, phone, now: platform.clock.now() });
    if (joined.organisationId === user.organisationId) throw new AppError('alreadyMember');
    await trx
      .updateTable('users')
      .set({ ...joined, accountType: 'professional' })
      .where('id', '=', user.id)
      .execute();
    await endOwnSessions(trx, context.actor, user.id);
    await writeAudit(trx, context, {
      action: 'members.join',
      objectType: 'user',
      objectId: user.id,
      organisationId: joined.organisationId,
      before: { organisationId: user.organisationId },
      after: joined,
    });
    if (user.organisationId !== null)
      await dropIfEmpty(trx, context, { id: user.organisationId, now: platform.clock.now() });
    await announceChange(trx, { accessOf: [user.id] });
  });
}

/** The caller's account, if it is free to join: it has no organisation, or only its personal one. */
async function requireFree(trx: Transaction<Tables>, userId: number | null) {
  const user = await trx
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select([
      'users.id',
      'users.email',
      'users.phone',
      'users.role',
      'users.organisationId',
      'organisations.type as organisationType',
    ])
    .where('users.id', '=', userId)
    .forUpdate('users')
    .executeTakeFirst();
  if (!user) throw new AppError('unauthorised');
  const own = user.role === 'owner' && user.organisationType === 'personal';
  const free = !PLATFORM_ROLES.includes(user.role) && user.organisationId === null;
  if (!own && !free) throw new AppError('alreadyMember');
  return user;
}
