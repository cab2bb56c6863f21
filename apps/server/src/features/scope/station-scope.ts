import { grantPermissions, type GrantRole, type Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Sets inside are arrays that are read once and do not depend on the station: the database finds a few stations of many by index.
 */
export type StationCondition = (eb: ExpressionBuilder<Tables, 'stations'>) => Expression<SqlBool>;

/** Organisations whose stations are in scope, as arrays of ids; undefined where there is no such way. */
interface ScopeOrganisations {
  /** By the data scope of the role. */
  ofRole: RawBuilder<readonly number[]> | undefined;
  /** By a grant. */
  granted: RawBuilder<readonly number[]> | undefined;
}

/**
 * The condition "stations on which this actor may do this": by the data scope of its role, because it owns them, or by a grant
 * that is accepted, runs now and gives the permission. Every query of something that hangs on a station goes through it. An actor
 * whose role lacks the permission finds nothing: neither ownership nor a grant gives anybody more than they hold.
 */
export function stationScope(actor: Actor, permission: Permission = 'stations.view'): StationCondition {
  return notEnded(scopeOver(actor, permission, organisationsOf(actor, permission)));
}

/** The same of stations that were ended and can come back. Nothing else finds these. */
export function endedStationScope(actor: Actor, permission: Permission): StationCondition {
  const scope = scopeOver(actor, permission, organisationsOf(actor, permission));
  return (eb) => eb.and([eb('stations.endedAt', 'is not', null), scope(eb)]);
}

const notEnded =
  (scope: StationCondition): StationCondition =>
  (eb) =>
    eb.and([eb('stations.endedAt', 'is', null), scope(eb)]);

/** Ids of stations that were ended, read once a query: for those over all stations that leave the table of stations out. */
export const ENDED_STATIONS = sql<
  readonly number[]
>`ARRAY(SELECT ended.id FROM stations AS ended WHERE ended.ended_at IS NOT NULL)`;

/** More of them are not looked at one by one: the planner would take longer than it saves. */
const MOST_NAMED = 100;

/**
 * The same for a query over all stations in scope, which it makes cheap for few of many: the organisations are read before, so that the planner knows
 * how many stations these have. Of a set that is part of the query it takes an average, and reads every station for somebody who has ten beside
 * somebody who has fifty thousand.
 */
export async function readStationScope(
  db: Db,
  actor: Actor,
  permission: Permission = 'stations.view',
): Promise<StationCondition> {
  const { ofRole: tree, granted } = organisationsOf(actor, permission);
  if (!tree && !granted) return stationScope(actor, permission);
  const none = sql`NULL::bigint[]`;
  const { rows } = await sql<Record<'tree' | 'granted', number[] | null>>`
    SELECT (${tree ?? none})[1:${MOST_NAMED + 1}]::float8[] AS tree, (${granted ?? none})[1:${MOST_NAMED + 1}]::float8[] AS granted`.execute(
    db,
  );
  const named = (ids: readonly number[] | null, asked: ScopeOrganisations['granted']) =>
    ids && ids.length <= MOST_NAMED ? sql<readonly number[]>`${ids}::bigint[]` : asked;
  return notEnded(
    scopeOver(actor, permission, {
      ofRole: named(rows[0]!.tree, tree),
      granted: named(rows[0]!.granted, granted),
    }),
  );
}

function organisationsOf(actor: Actor, permission: Permission): ScopeOrganisations {
  const { permissions, scope } = accessOf(actor);
  if (!permissions.has(permission) || scope === 'all') return { ofRole: undefined, granted: undefined };
  return { ofRole: treeOf(actor), granted: grantedOrganisations(actor, permission) };
}

function scopeOver(
  actor: Actor,
  permission: Permission,
  organisations: ScopeOrganisations,
): StationCondition {
  if (!accessOf(actor).permissions.has(permission)) return nothing;
  if (seesEverything(actor)) return everything;
  const own = ownOver(actor, organisations);
  const granted = grantedScope(actor, permission, organisations);
  return granted ? (eb) => eb.or([own(eb), granted(eb)]) : own;
}

/** Whether the scope is every station that was not ended, so that a query may leave the table of stations out (`ENDED_STATIONS`). */
export function seesEverything(actor: Actor): boolean {
  return accessOf(actor).scope === 'all';
}

const everything: StationCondition = () => sql<SqlBool>`true`;
const nothing: StationCondition = () => sql<SqlBool>`false`;

/** Stations of the actor without what was granted to it: those of its data scope and those it owns, whatever its role. */
export function ownStations(actor: Actor): StationCondition {
  return notEnded(ownOver(actor, { ofRole: treeOf(actor) }));
}

function ownOver(actor: Actor, { ofRole: tree }: Pick<ScopeOrganisations, 'ofRole'>): StationCondition {
  const { userId } = actor;
  const byRole = ofRole(actor, tree);
  if (userId === null || accessOf(actor).scope === 'shared') return byRole ?? nothing;
  const owned: StationCondition = (eb) => eb('stations.ownerId', '=', userId);
  return byRole ? (eb) => eb.or([byRole(eb), owned(eb)]) : owned;
}

function ofRole(actor: Actor, tree: ScopeOrganisations['ofRole']): StationCondition | undefined {
  switch (accessOf(actor).scope) {
    case 'all':
      return everything;
    case 'organisation':
      return tree && (() => sql<SqlBool>`stations.organisation_id = ANY(${tree})`);
    case 'shared':
      return (eb) => eb('stations.shared', '=', true);
    default:
      return undefined;
  }
}

/** The organisation of who works for it, with the tight ones below. */
function treeOf(actor: Actor): ScopeOrganisations['ofRole'] {
  const { organisationPath } = actor;
  if (accessOf(actor).scope !== 'organisation' || !organisationPath) return undefined;
  return sql`ARRAY(SELECT organisations.id FROM organisations WHERE organisations.scope_path LIKE ${`${organisationPath}%`})`;
}

/** Stations that were granted to the user or its organisation, by name or with the organisation they belong to. */
function grantedScope(
  actor: Actor,
  permission: Permission,
  { granted }: Pick<ScopeOrganisations, 'granted'>,
): StationCondition | undefined {
  const running = runningGrants(actor, permission);
  if (!running || !granted) return undefined;
  return () => sql<SqlBool>`(
    stations.id = ANY(ARRAY(SELECT gs.station_id FROM grants g JOIN grant_stations gs ON gs.grant_id = g.id WHERE ${running}))
    OR stations.organisation_id = ANY(${granted}))`;
}

function grantedOrganisations(actor: Actor, permission: Permission): ScopeOrganisations['granted'] {
  const running = runningGrants(actor, permission);
  return (
    running &&
    sql`ARRAY(SELECT part.id FROM grants g JOIN organisations whole ON whole.id = g.organisation_id
        JOIN organisations part ON starts_with(part.scope_path, whole.scope_path)
       WHERE ${running})`
  );
}

/** Condition on a grant `g`: it gives the actor the permission now. Undefined where none can. */
function runningGrants(actor: Actor, permission: Permission): RawBuilder<SqlBool> | undefined {
  const enough = grantSuffices(permission);
  if (!enough || actor.kind !== 'user' || actor.userId === null) return undefined;
  return sql<SqlBool>`${grantRuns(actor)} AND ${enough}`;
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
