import { ROLE_MATRIX } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

export type StationCondition = (eb: ExpressionBuilder<Tables, 'stations'>) => Expression<SqlBool>;

/**
 * The condition "stations this actor may see". Every query of something that hangs on a station goes through it.
 * A scope that lacks what it needs (an organisation role without organisation, grants that nobody gave) sees nothing.
 */
export function stationScope(actor: Actor): StationCondition {
  const { userId, organisationPath } = actor;
  switch (ROLE_MATRIX[actor.role].scope) {
    case 'all':
      return everything;
    case 'organisation':
      return organisationPath === null ? nothing : (eb) => ofOrganisationTree(eb, organisationPath);
    case 'own':
      return userId === null ? nothing : (eb) => eb('stations.ownerId', '=', userId);
    case 'shared':
      return (eb) => eb('stations.shared', '=', true);
    case 'granted':
      return nothing;
  }
}

/** Whether the scope is every station, so that a query may leave the table of stations out. */
export function seesEverything(actor: Actor): boolean {
  return ROLE_MATRIX[actor.role].scope === 'all';
}

const everything: StationCondition = () => sql<SqlBool>`true`;
const nothing: StationCondition = () => sql<SqlBool>`false`;

function ofOrganisationTree(eb: ExpressionBuilder<Tables, 'stations'>, path: string): Expression<SqlBool> {
  const tree = eb
    .selectFrom('organisations')
    .select('organisations.id')
    .where('organisations.path', 'like', `${path}%`);
  return eb('stations.organisationId', 'in', tree);
}
