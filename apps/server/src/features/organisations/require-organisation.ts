import type { Expression, Selectable, SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { OrganisationsTable } from '../../platform/postgres/tables/organisations.ts';
import { organisationScope } from './organisation-scope.ts';

/** The organisation, if it is in the actor's scope. Throws AppError organisationNotFound for a missing one and a foreign one alike. */
export async function requireOrganisation(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Selectable<OrganisationsTable>> {
  return requireWithin(db, id, organisationScope(actor));
}

/** The organisation, if it meets a condition on `organisations`. Throws AppError organisationNotFound. */
export async function requireWithin(
  db: Db,
  id: number,
  condition: () => Expression<SqlBool>,
): Promise<Selectable<OrganisationsTable>> {
  const row = await db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', id)
    .where(condition)
    .executeTakeFirst();
  if (!row) throw new AppError('organisationNotFound');
  return row;
}

/**
 * The organisation below which the actor may put another. It is undefined for the root, which only an actor whose scope is the
 * whole platform may use. Throws AppError organisationNotFound, noDataPermission.
 */
export async function requirePlace(
  db: Db,
  actor: Actor,
  parentId: number | null,
): Promise<Selectable<OrganisationsTable> | undefined> {
  if (parentId !== null) return requireOrganisation(db, actor, parentId);
  if (accessOf(actor).scope !== 'all') throw new AppError('noDataPermission');
  return undefined;
}
