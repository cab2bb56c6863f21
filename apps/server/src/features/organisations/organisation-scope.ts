import { DATA_SCOPES, reachOf, ROLE_MATRIX, ROLES } from '@sunfleet/contract';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';

/**
 * The condition "organisations this actor manages", for a query that names the table `organisations`: its own and the tight ones
 * below it, or every one if the actor's scope is the whole platform. Loose ones below are not among them: a superior sees only
 * their counts.
 */
export function organisationScope(actor: Actor) {
  return (_eb?: unknown): Expression<SqlBool> => {
    const { scope } = accessOf(actor);
    if (scope === 'all') return sql<SqlBool>`true`;
    const { organisationId, organisationPath } = actor;
    if (scope === 'organisation' && organisationPath !== null) {
      return sql<SqlBool>`organisations.scope_path LIKE ${`${organisationPath}%`}`;
    }
    return organisationId === null ? sql<SqlBool>`false` : sql<SqlBool>`organisations.id = ${organisationId}`;
  };
}

/** The same as a condition on a table whose rows belong to an organisation. */
export const ofOrganisations = (actor: Actor, table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM organisations WHERE organisations.id = ${sql.ref(`${table}.organisation_id`)} AND ${organisationScope(actor)()})`;

/** Whether the actor's data scope is that of its organisation, or more: not only what it owns or was granted. */
export function worksForAll(actor: Actor): boolean {
  return reachOf(accessOf(actor).scope) === 'organisation';
}

const OF_PART = ROLES.filter((role) => reachOf(ROLE_MATRIX[role].scope) === 'part');
const SCOPES_OF_PART = DATA_SCOPES.filter((scope) => reachOf(scope) === 'part');

/** The opposite as a condition on an account and its custom role, in a query that calls their tables so. */
export const reachesPart = (users: string, roles: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`CASE WHEN ${sql.ref(`${users}.role_id`)} IS NULL THEN ${sql.ref(`${users}.role`)} = ANY(${OF_PART}::text[])
    ELSE ${sql.ref(`${roles}.scope`)} = ANY(${SCOPES_OF_PART}::text[]) END`;

/** Whether an organisation exists and the actor's data scope holds it. */
export async function mayUseOrganisation(db: Db, actor: Actor, organisationId: number): Promise<boolean> {
  if (!worksForAll(actor)) return false;
  const row = await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .where(organisationScope(actor))
    .executeTakeFirst();
  return row !== undefined;
}
