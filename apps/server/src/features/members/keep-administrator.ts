import { PLATFORM_ROLES } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { administers, requireAdministrator } from '../organisations/index.ts';
import type { ManagedMember } from './require-member.ts';

/**
 * Checks that organisations, and the platform, keep somebody who administers them when these members no longer do. After
 * `requireMembers`, which holds them. Throws AppError lastAdministrator.
 */
export async function keepAdministrator(
  trx: Transaction<Tables>,
  members: readonly ManagedMember[],
): Promise<void> {
  const leaving = members.filter(administers);
  const userIds = leaving.map(({ id }) => id);
  for (const organisationId of new Set(leaving.map((member) => member.organisationId))) {
    if (organisationId !== null) await requireAdministrator(trx, organisationId, { userIds });
  }
  const platform = members.filter(({ role, lockedAt }) => PLATFORM_ROLES.includes(role) && lockedAt === null);
  if (platform.length === 0) return;
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', PLATFORM_ROLES)
    .where('lockedAt', 'is', null)
    .where(
      'id',
      'not in',
      platform.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new AppError('lastAdministrator');
}
