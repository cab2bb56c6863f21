import {
  ADMINISTRATOR_ROLE,
  LIMITS,
  MEMBER_ROLES,
  PLATFORM_ROLES,
  VIEWER_ROLE,
  type CustomRole,
  type MemberRole,
  type Role,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { homeOf } from '../../platform/home-of.ts';
import { requireOrganisationRoom } from '../../platform/organisation-room.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireHeld } from '../../platform/held.ts';
import { atNameField } from '../../platform/at-name-field.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { viewRole } from './role-view.ts';

type Input = RouteRequest<(typeof routes)['createRole']>['body'];

/**
 * Makes a role in the caller's organisation; it gives what its permissions say and no more than the caller holds. Throws AppError
 * moreThanHeld, noDataPermission (the caller has no organisation), invalidInput (name taken), tooManyOfOrganisation.
 */
export async function createRole(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  input: Input,
): Promise<CustomRole> {
  const organisationId = homeOf(context.actor);
  requireHeld(context.actor, input);
  const values = {
    ...input,
    organisationId,
    name: input.name.trim(),
    description: input.description.trim(),
    basedOn: memberRole(input.basedOn),
    permissions: [...new Set(input.permissions)],
  };
  const work = platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    await requireOrganisationRoom(trx, { table: 'roles', organisationId, most: LIMITS.rolesOfOrganisation });
    const { id } = await trx.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'roles.create',
      objectType: 'role',
      objectId: id,
      organisationId,
      after: values,
    });
    return viewRole(trx, context.actor, id);
  });
  const made = await work.catch((error: unknown) => {
    throw atNameField(platform, context, { error, constraint: 'roles__name', rule: 'roleNameTaken' });
  });
  return made;
}

/**
 * The built-in role that an account with this custom role counts as. Nobody becomes a visitor or an administrator of the platform
 * by a custom role.
 */
function memberRole(basedOn: Role): MemberRole {
  if (PLATFORM_ROLES.includes(basedOn)) return ADMINISTRATOR_ROLE;
  return MEMBER_ROLES.find((role) => role === basedOn) ?? VIEWER_ROLE;
}
