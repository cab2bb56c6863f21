import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { OrganisationsTable } from '../../platform/postgres/tables/organisations.ts';
import type { InvitingOrganisation } from './may-invite.ts';
import { isOnePersons } from './one-persons.ts';
import { organisationScope } from './organisation-scope.ts';
import { requireWithin } from './require-organisation.ts';

/**
 * The condition "organisations to which this actor can invite": those it manages, and loose ones right below them that nobody has
 * entered yet, because somebody must be the first.
 */
export function invitingScope(actor: Actor): () => Expression<SqlBool> {
  const managed = organisationScope(actor)();
  return () => sql<SqlBool>`(${managed} OR (
    organisations.tie = 'loose'
    AND organisations.parent_id IN (SELECT organisations.id FROM organisations WHERE ${managed})
    AND NOT EXISTS (SELECT 1 FROM users WHERE users.organisation_id = organisations.id)))`;
}

/** One of them. Throws AppError organisationNotFound. */
export async function requireInvitable(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Selectable<OrganisationsTable> & InvitingOrganisation> {
  const organisation = await requireWithin(db, id, invitingScope(actor));
  const { onePersons } = await db
    .selectFrom('organisations')
    .select(isOnePersons().as('onePersons'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...organisation, onePersons };
}
