import type { Selectable, Transaction } from 'kysely';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { RolesTable } from '../../platform/postgres/tables/roles.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { organisationScope } from '../organisations/index.ts';

/** The role, held for a change, if its organisation is in the actor's scope. Throws AppError roleNotFound. */
export async function requireRole(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
): Promise<Selectable<RolesTable>> {
  const row = await trx
    .selectFrom('roles')
    .innerJoin('organisations', 'organisations.id', 'roles.organisationId')
    .selectAll('roles')
    .where('roles.id', '=', id)
    .where(organisationScope(actor))
    .forUpdate('roles')
    .executeTakeFirst();
  if (!row) throw new AppError('roleNotFound');
  return row;
}

/**
 * A custom role that members of an organisation can hold: of the organisation itself or of one that manages it. Throws AppError
 * roleNotFound.
 */
export async function requireRoleFor(
  db: Db,
  id: number,
  organisation: { scopePath: string },
): Promise<Selectable<RolesTable>> {
  const row = await db
    .selectFrom('roles')
    .innerJoin('organisations', 'organisations.id', 'roles.organisationId')
    .selectAll('roles')
    .where('roles.id', '=', id)
    .where(sql<SqlBool>`starts_with(${organisation.scopePath}, organisations.scope_path)`)
    .forShare('roles')
    .executeTakeFirst();
  if (!row) throw new AppError('roleNotFound');
  return row;
}
