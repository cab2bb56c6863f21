import {
  type CustomRole,
  isOffered,
  type Permission,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RolesTable } from '../../platform/postgres/tables/roles.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { requireStill } from '../../platform/require-still.ts';
import { administers, lockOrganisations, requireAdministrator } from '../organisations/index.ts';
import { requireHeld } from '../../platform/held.ts';
import { atNameField } from '../../platform/at-name-field.ts';
import { requireRole } from './require-role.ts';
import { viewRole } from './role-view.ts';

type Changes = RouteRequest<(typeof routes)['updateRole']>['body'];
type Row = Selectable<RolesTable>;

/**
 * Changes the named fields of a role. The caller has to hold what the role gives before and after. Throws AppError roleNotFound,
 * moreThanHeld, lastAdministrator (an organisation would be left without an administrator), invalidInput (name taken).
 */
export async function updateRole(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, changes }: { id: number; changes: Changes },
): Promise<CustomRole> {
  const work = platform.db.transaction().execute(async (trx) => {
    await lockHolders(trx, context.actor, id);
    await requireStill(trx, context.actor);
    const before = await requireRole(trx, context.actor, id);
    requireHeld(context.actor, before);
    const values = valuesOf(changes, before);
    requireHeld(context.actor, { ...before, ...values });
    await keepAdministrators(trx, before, values.permissions);
    if (Object.keys(values).length > 0) {
      await trx.updateTable('roles').set(values).where('id', '=', id).execute();
    }
    await writeAudit(trx, context, {
      action: 'roles.edit',
      objectType: 'role',
      objectId: id,
      organisationId: before.organisationId,
      before: Object.fromEntries(Object.keys(values).map((key) => [key, before[key as keyof Row]])),
      after: values,
    });
    await announceChange(trx, { access: true });
    return viewRole(trx, context.actor, id);
  });
  const told = await work.catch((error: unknown) => {
    throw atNameField(platform, context, { error, constraint: 'roles__name', rule: 'roleNameTaken' });
  });
  return told;
}

/** The fields to write. Permissions that wait for their feature are shown to nobody, so a change keeps those the role holds. */
function valuesOf({ permissions, name, description, ...changes }: Changes, before: Row) {
  const waiting = before.permissions.filter((permission) => !isOffered(permission));
  return {
    ...changes,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(permissions ? { permissions: [...new Set<Permission>([...permissions, ...waiting])] } : {}),
  };
}

/** Organisations with members that hold the role. */
async function holders(trx: Transaction<Tables>, roleId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('organisationId')
    .distinct()
    .where('roleId', '=', roleId)
    .where('organisationId', 'is not', null)
    .execute();
  return rows.map((row) => row.organisationId!);
}

/** Organisations, of the actor as well, are locked before roles and members everywhere, so that nobody waits in a circle. */
async function lockHolders(trx: Transaction<Tables>, actor: Actor, roleId: number): Promise<void> {
  const own = actor.organisationId === null ? [] : [actor.organisationId];
  await lockOrganisations(trx, [...(await holders(trx, roleId)), ...own]);
}

async function keepAdministrators(
  trx: Transaction<Tables>,
  before: Row,
  permissions: Row['permissions'] | undefined,
): Promise<void> {
  const account = { role: before.basedOn, lockedAt: null };
  const was = administers({ ...account, permissions: before.permissions });
  if (!permissions || !was || administers({ ...account, permissions })) return;
  for (const organisationId of await administered(trx, before.id)) {
    await requireAdministrator(trx, organisationId, { roleId: before.id });
  }
}

/** Organisations with members that administer them by the role. */
async function administered(trx: Transaction<Tables>, roleId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('organisationId')
    .distinct()
    .where('roleId', '=', roleId)
    .where('lockedAt', 'is', null)
    .where('organisationId', 'is not', null)
    .execute();
  return rows.map((row) => row.organisationId!);
}
