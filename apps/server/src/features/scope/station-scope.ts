import { grantPermissions, type GrantRole, type Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

export type StationCondition = (eb: ExpressionBuilder<Tables, 'stations'>) => Expression<SqlBool>;

/** What a scope is made of besides ownership; undefined where there is no such way. */
interface ScopeParts {
  /** By the data scope of the role. */
  ofRole: IdSet | undefined;
  /** Granted with the organisation they belong to. */
  withOrganisation: IdSet | undefined;
  byName: IdSet | undefined;
}

/** A set of organisations or stations. */
interface IdSet {
  /** Their ids, as a query. */
  ids: RawBuilder<unknown>;
  /** Condition on `stations`: of the set. */
  holds: RawBuilder<SqlBool>;
}

/**
 * The condition "stations on which this actor may do this": by the data scope of its role, because it owns them, or by a grant
 * that is accepted, runs now and gives the permission. Every query of something that hangs on a station goes through it. An actor
 * whose role lacks the permission finds nothing: neither ownership nor a grant gives anybody more than they hold.
 * For queries that name their stations; those over all stations in scope take `readStationScope`.
 */
export function stationScope(actor: Actor, permission: Permission = 'stations.view'): StationCondition {
  return notEnded(scopeOver(actor, permission, partsOf(actor, permission)));
}

/** The same of stations that were ended and can come back. Nothing else finds these. */
export function endedStationScope(actor: Actor, permission: Permission): StationCondition {
  const scope = scopeOver(actor, permission, partsOf(actor, permission));
  return (eb) => eb.and([eb('stations.endedAt', 'is not', null), scope(eb)]);
}

const notEnded =
  (scope: StationCondition): StationCondition =>
  (eb) =>
    eb.and([eb('stations.endedAt', 'is', null), scope(eb)]);

/**
 * Condition: no station of this id was ended. For queries over all stations that leave the table of stations out; the database reads the ended
 * ones once and looks each id up among them.
 */
export const notEndedId = (id: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${id} NOT IN (SELECT ended.id FROM stations AS ended WHERE ended.ended_at IS NOT NULL)`;

/** More organisations are not looked at one by one: the planner would take longer than it saves. */
const MOST_ORGANISATIONS = 100;
/** Of so many granted stations each is still found by index; for more the database reads all stations and looks each up. */
const MOST_STATIONS = 1000;

/**
 * The same for a query over all stations in scope, which it makes cheap for few of many: organisations and stations are read before where they are
 * few, so that the planner knows how many there are. Of a set that is part of the query it takes an average, and reads every station for somebody
 * who has ten beside somebody who has fifty thousand.
 */
export async function readStationScope(
  db: Db,
  actor: Actor,
  permission: Permission = 'stations.view',
): Promise<StationCondition> {
  const { ofRole, withOrganisation, byName } = partsOf(actor, permission);
  if (!ofRole && !withOrganisation && !byName) return stationScope(actor, permission);
  const { rows } = await sql<Record<keyof ScopeParts, number[] | null>>`
    SELECT ${upTo(ofRole, MOST_ORGANISATIONS + 1)} AS of_role, ${upTo(withOrganisation, MOST_ORGANISATIONS + 1)} AS with_organisation,
           ${upTo(byName, MOST_STATIONS + 1)} AS by_name`.execute(db);
  const found = rows[0]!;
  return notEnded(
    scopeOver(actor, permission, {
      ofRole: nameFew(ofRole, { found: found.ofRole, column: 'organisation_id', most: MOST_ORGANISATIONS }),
      withOrganisation: nameFew(withOrganisation, {
        found: found.withOrganisation,
        column: 'organisation_id',
        most: MOST_ORGANISATIONS,
      }),
      byName: nameFew(byName, { found: found.byName, column: 'id', most: MOST_STATIONS }),
    }),
  );
}

const upTo = (set: IdSet | undefined, most: number): RawBuilder<number[] | null> =>
  set ? sql`ARRAY(${set.ids} LIMIT ${most})::float8[]` : sql`NULL::float8[]`;

/** A set with its ids in place of the query where they are few. An empty one is no array: the planner would look for it in an index. */
function nameFew(
  set: IdSet | undefined,
  { found, column, most }: { found: number[] | null; column: 'id' | 'organisation_id'; most: number },
): IdSet | undefined {
  if (!set || !found || found.length > most) return set;
  const named = sql<SqlBool>`${sql.ref(`stations.${column}`)} = ANY(${found}::bigint[])`;
  return { ...set, holds: found.length === 0 ? sql<SqlBool>`false` : named };
}

const NO_PARTS: ScopeParts = { ofRole: undefined, withOrganisation: undefined, byName: undefined };

function partsOf(actor: Actor, permission: Permission): ScopeParts {
  const { permissions, scope } = accessOf(actor);
  if (!permissions.has(permission) || scope === 'all') return NO_PARTS;
  return { ...grantedParts(actor, permission), ofRole: treeOf(actor) };
}

function scopeOver(actor: Actor, permission: Permission, parts: ScopeParts): StationCondition {
  if (!accessOf(actor).permissions.has(permission)) return nothing;
  if (seesEverything(actor)) return everything;
  const own = ownOver(actor, parts);
  const granted = [parts.byName, parts.withOrganisation].flatMap((set) => set?.holds ?? []);
  return granted.length === 0 ? own : (eb) => eb.or([own(eb), ...granted]);
}

/** Whether the scope is every station that was not ended, so that a query may leave the table of stations out (`notEndedId`). */
export function seesEverything(actor: Actor): boolean {
  return accessOf(actor).scope === 'all';
}

/** Whether the actor may do this on every station that it sees, because its role may and the least of grants gives it: then no condition has to ask. */
export function mayWhereverSeen(actor: Actor, permission: Permission): boolean {
  const ofEveryGrant = grantPermissions({ role: 'viewer', commands: false });
  return accessOf(actor).permissions.has(permission) && ofEveryGrant.includes(permission);
}

const everything: StationCondition = () => sql<SqlBool>`true`;
const nothing: StationCondition = () => sql<SqlBool>`false`;

/** Stations of the actor without what was granted to it: those of its data scope and those it owns, whatever its role. */
export function ownStations(actor: Actor): StationCondition {
  return notEnded(ownOver(actor, { ofRole: treeOf(actor) }));
}

function ownOver(actor: Actor, { ofRole: tree }: Pick<ScopeParts, 'ofRole'>): StationCondition {
  const { userId } = actor;
  const byRole = ofRole(actor, tree);
  if (userId === null || accessOf(actor).scope === 'shared') return byRole ?? nothing;
  const owned: StationCondition = (eb) => eb('stations.ownerId', '=', userId);
  return byRole ? (eb) => eb.or([byRole(eb), owned(eb)]) : owned;
}

function ofRole(actor: Actor, tree: ScopeParts['ofRole']): StationCondition | undefined {
  switch (accessOf(actor).scope) {
    case 'all':
      return everything;
    case 'organisation':
      return tree && (() => tree.holds);
    case 'shared':
      return (eb) => eb('stations.shared', '=', true);
    default:
      return undefined;
  }
}

/** The organisation of who works for it, with the tight ones below. */
export function treeOf(actor: Actor): ScopeParts['ofRole'] {
  const { organisationPath } = actor;
  if (accessOf(actor).scope !== 'organisation' || !organisationPath) return undefined;
  return organisationSet(
    sql`SELECT organisations.id FROM organisations WHERE organisations.scope_path LIKE ${`${organisationPath}%`}`,
  );
}

/** Its ids are read once a query, as an array by which the database finds stations by index. */
const organisationSet = (ids: RawBuilder<unknown>): IdSet => ({
  ids,
  holds: sql<SqlBool>`stations.organisation_id = ANY(ARRAY(${ids}))`,
});

/**
 * Stations that were granted to the user or its organisation, by name or with the organisation they belong to. By name it is a question for each station,
 * which the database answers by index for a few of them, and for many from the set of all granted ones, which it then reads once. Of an array it would
 * compare each station with each granted one.
 */
function grantedParts(actor: Actor, permission: Permission): Omit<ScopeParts, 'ofRole'> {
  const running = runningGrants(actor, permission);
  if (!running) return NO_PARTS;
  const byName = sql`FROM grants g JOIN grant_stations gs ON gs.grant_id = g.id WHERE ${running}`;
  return {
    // Each organisation once, however many authorisations give it, by itself or with one above it.
    withOrganisation: organisationSet(sql`
      WITH RECURSIVE part AS (
        SELECT g.organisation_id AS id FROM grants g WHERE g.organisation_id IS NOT NULL AND ${running}
        UNION
        SELECT below.id FROM part JOIN organisations below ON below.parent_id = part.id AND below.tie = 'tight')
      SELECT id FROM part`),
    byName: {
      ids: sql`SELECT gs.station_id ${byName}`,
      holds: sql<SqlBool>`EXISTS (SELECT 1 ${byName} AND gs.station_id = stations.id)`,
    },
  };
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
