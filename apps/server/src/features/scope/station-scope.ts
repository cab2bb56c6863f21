import { grantPermissions, type GrantRole, type Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Sets inside are arrays that are read once and do not depend on the station: the database finds a few stations of many by index.
 */
export type StationCondition = (eb: ExpressionBuilder<Tables, 'stations'>) => Expression<SqlBool>;

/**
 * The condition "stations on which this actor may do this": by the data scope of its role, because it owns them, or by a grant
 * that is accepted, runs now and gives the permission. Every query of something that hangs on a station goes through it. An actor
 * whose role lacks the permission finds nothing: neither ownership nor a grant gives anybody more than they hold.
 */
export function stationScope(actor: Actor, permission: Permission = 'stations.view'): StationCondition {
  const { permissions } = accessOf(actor);
  if (!permissions.has(permission)) return nothing;
  if (seesEverything(actor)) return everything;
  const own = ownStations(actor);
  const granted = grantedScope(actor, permission);
  return granted ? (eb) => eb.or([own(eb), granted(eb)]) : own;
}

/** Whether the scope is every station, so that a query may leave the table of stations out. */
export function seesEverything(actor: Actor): boolean {
  return accessOf(actor).scope === 'all';
}

const everything: StationCondition = () => sql<SqlBool>`true`;
const nothing: StationCondition = () => sql<SqlBool>`false`;

/** Stations of the actor without what was granted to it: those of its data scope and those it owns, whatever its role. */
export function ownStations(actor: Actor): StationCondition {
  const { userId } = actor;
  const byRole = ofRole(actor);
  if (userId === null || accessOf(actor).scope === 'shared') return byRole ?? nothing;
  const owned: StationCondition = (eb) => eb('stations.ownerId', '=', userId);
  return byRole ? (eb) => eb.or([byRole(eb), owned(eb)]) : owned;
}

function ofRole(actor: Actor): StationCondition | undefined {
  const { organisationPath } = actor;
  switch (accessOf(actor).scope) {
    case 'all':
      return everything;
    case 'organisation':
      return organisationPath ? ofOrganisationTree(organisationPath) : undefined;
    case 'shared':
      return (eb) => eb('stations.shared', '=', true);
    default:
      return undefined;
  }
}

function ofOrganisationTree(path: string): StationCondition {
  return () => sql<SqlBool>`stations.organisation_id = ANY(ARRAY(
    SELECT organisations.id FROM organisations WHERE organisations.scope_path LIKE ${`${path}%`}))`;
}

/** Stations that were granted to the user or its organisation, by name or with the organisation they belong to. */
function grantedScope(actor: Actor, permission: Permission): StationCondition | undefined {
  const enough = grantSuffices(permission);
  if (!enough || actor.kind !== 'user' || actor.userId === null) return undefined;
  const running = sql<SqlBool>`${grantRuns(actor)} AND ${enough}`;
  return () => sql<SqlBool>`(
    stations.id = ANY(ARRAY(SELECT gs.station_id FROM grants g JOIN grant_stations gs ON gs.grant_id = g.id WHERE ${running}))
    OR stations.organisation_id = ANY(ARRAY(
      SELECT part.id FROM grants g JOIN organisations whole ON whole.id = g.organisation_id
        JOIN organisations part ON starts_with(part.scope_path, whole.scope_path)
       WHERE ${running})))`;
}

/** Condition on a grant `g`: it gives the permission. Undefined where no grant does. */
function grantSuffices(permission: Permission): RawBuilder<SqlBool> | undefined {
  const gives = (role: GrantRole, commands: boolean) =>
    grantPermissions({ role, commands }).includes(permission);
  if (gives('viewer', false)) return sql<SqlBool>`true`;
  if (gives('operator', false)) return sql<SqlBool>`g.role = 'operator'`;
  return gives('operator', true) ? sql<SqlBool>`g.role = 'operator' AND g.commands` : undefined;
}

/**
 * Condition on a grant `g`: it is the actor's and runs at its time. What an organisation was granted is for those who work there,
 * not for its customers, whose scope ends at what they own.
 */
export function grantRuns(actor: Actor): RawBuilder<SqlBool> {
  const { userId, organisationId } = actor;
  const at = new Date(actor.at);
  const grantee =
    organisationId === null || accessOf(actor).scope === 'own'
      ? sql<SqlBool>`g.to_user_id = ${userId}`
      : sql<SqlBool>`(g.to_user_id = ${userId} OR g.to_organisation_id = ${organisationId})`;
  return sql<SqlBool>`g.state = 'accepted' AND g.begins_at <= ${at} AND g.ends_at > ${at} AND ${grantee}`;
}
