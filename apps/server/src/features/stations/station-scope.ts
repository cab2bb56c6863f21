import { grantPermissions, type Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

export type StationCondition = (eb: ExpressionBuilder<Tables, 'stations'>) => Expression<SqlBool>;

/**
 * The condition "stations on which this actor may do this": by the data scope of its role, or by a grant that is accepted, runs
 * now and gives the permission. Every query of something that hangs on a station goes through it. An actor whose role lacks
 * the permission finds nothing: a grant gives nobody more than they hold.
 */
export function stationScope(actor: Actor, permission: Permission = 'stations.view'): StationCondition {
  const { scope, permissions } = accessOf(actor);
  if (!permissions.has(permission)) return nothing;
  if (scope === 'all') return everything;
  const own = ownScope(actor);
  const granted = grantedScope(actor, permission);
  if (!granted) return own ?? nothing;
  return own ? (eb) => eb.or([own(eb), granted(eb)]) : granted;
}

/** Whether the scope is every station, so that a query may leave the table of stations out. */
export function seesEverything(actor: Actor): boolean {
  return accessOf(actor).scope === 'all';
}

const everything: StationCondition = () => sql<SqlBool>`true`;
const nothing: StationCondition = () => sql<SqlBool>`false`;

function ownScope(actor: Actor): StationCondition | undefined {
  const { userId, organisationPath } = actor;
  switch (accessOf(actor).scope) {
    case 'organisation':
      return organisationPath === null ? undefined : (eb) => ofOrganisationTree(eb, organisationPath);
    case 'own':
      return userId === null ? undefined : (eb) => eb('stations.ownerId', '=', userId);
    case 'shared':
      return (eb) => eb('stations.shared', '=', true);
    default:
      return undefined;
  }
}

function ofOrganisationTree(eb: ExpressionBuilder<Tables, 'stations'>, path: string): Expression<SqlBool> {
  const tree = eb
    .selectFrom('organisations')
    .select(sql.lit(1).as('one'))
    .whereRef('organisations.id', '=', 'stations.organisationId')
    .where('organisations.scopePath', 'like', `${path}%`);
  return eb.exists(tree);
}

/** Stations that were granted to the user or its organisation, by name or with the organisation they belong to. */
function grantedScope(actor: Actor, permission: Permission): StationCondition | undefined {
  if (actor.kind !== 'user' || actor.userId === null) return undefined;
  const { userId, organisationId } = actor;
  const viewer = grantPermissions({ role: 'viewer', commands: false }).includes(permission);
  const operator = grantPermissions({ role: 'operator', commands: false }).includes(permission);
  const commands = grantPermissions({ role: 'operator', commands: true }).includes(permission);
  if (!commands) return undefined;
  const at = new Date(actor.at);
  const grantee =
    organisationId === null
      ? sql<SqlBool>`g.to_user_id = ${userId}`
      : sql<SqlBool>`(g.to_user_id = ${userId} OR g.to_organisation_id = ${organisationId})`;
  const enough = viewer
    ? sql<SqlBool>`true`
    : operator
      ? sql<SqlBool>`g.role = 'operator'`
      : sql<SqlBool>`g.role = 'operator' AND g.commands`;
  const running = sql<SqlBool>`g.state = 'accepted' AND g.begins_at <= ${at} AND g.ends_at > ${at} AND ${grantee} AND ${enough}`;
  return () => sql<SqlBool>`(
    EXISTS (SELECT 1 FROM grant_stations gs JOIN grants g ON g.id = gs.grant_id
             WHERE gs.station_id = stations.id AND ${running})
    OR EXISTS (SELECT 1 FROM grants g
                 JOIN organisations whole ON whole.id = g.organisation_id
                 JOIN organisations part ON part.id = stations.organisation_id
                WHERE starts_with(part.scope_path, whole.scope_path) AND ${running}))`;
}
