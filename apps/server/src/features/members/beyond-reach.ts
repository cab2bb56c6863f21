import { grantPermissions, PERMISSIONS, reachOf, type DataScope, type Permission } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { actorOf, PERSON } from '../../platform/user-actor.ts';
import { stationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const all: ReadonlySet<Permission> = new Set(PERMISSIONS);

/** One of each kind that ownership and grants give: to look, to work, to command, and what an owner alone may do. */
const KINDS: readonly Permission[] = ['stations.view', 'stations.edit', 'parameters.write', 'stations.grant'];

/** What grants give, each more than the one before. */
const GRANTED = [
  { role: 'viewer', commands: false },
  { role: 'operator', commands: false },
  { role: 'operator', commands: true },
] as const;
/** Of a grant `g`: its place among these. */
const GRADE = sql<number>`CASE WHEN g.role = 'viewer' THEN 0 WHEN g.commands THEN 2 ELSE 1 END`;
/** Of who owns a station, or works for all of its organisation. */
const EVERYTHING = sql.lit(GRANTED.length);

/** The least that gives one of the kinds. */
function gradeOf(kind: Permission): number {
  const found = GRANTED.findIndex((grant) => grantPermissions(grant).includes(kind));
  return found < 0 ? GRANTED.length : found;
}

/**
 * Which members reach a station that the actor does not reach, or not as far. Whoever took over such a member's account would reach stations of others. None
 * where the actor administers all of the organisation, whose people are in its hands.
 */
export async function beyondReach(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const isWide = reachOf(accessOf(actor).scope) === 'organisation';
  if (ids.length === 0 || (isWide && may(actor, 'members.manage'))) return new Set();
  const owners = new Set(isWide ? await ownersOf(db, ids) : []);
  const members = await readMembers(
    db,
    actor,
    ids.filter((id) => !owners.has(id)),
  );
  const beyond = await waysBeyond(db, actor, waysOf(members, isWide));
  const isBeyond = ({ id, scope, organisationId, path }: Reaching): boolean =>
    (scope === 'all' && accessOf(actor).scope !== 'all') ||
    beyond.some(
      (way) =>
        way.userId === id ||
        (way.organisationId !== null && way.organisationId === organisationId && scope !== 'own') ||
        (way.path !== null && way.path === path && scope === 'organisation'),
    );
  return new Set([...owners, ...members.filter(isBeyond).map(({ id }) => id)]);
}

/** Those of some people who own a station, wherever it is and also where it was ended: nobody else gives it away. */
async function ownersOf(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('stations')
    .select('ownerId')
    .distinct()
    .where('ownerId', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
    .execute();
  return rows.flatMap(({ ownerId }) => ownerId ?? []);
}

interface Reaching {
  id: number;
  scope: DataScope;
  organisationId: number | null;
  path: string | null;
}

async function readMembers(db: Db, actor: Actor, ids: readonly number[]): Promise<Reaching[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(PERSON)
    .select('users.id as userId')
    .where('users.id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
    .execute();
  return rows.map((row) => ({
    id: row.userId,
    scope: accessOf(actorOf(row, actor.at)).scope,
    organisationId: row.organisationId,
    path: row.organisationPath,
  }));
}

/** By what members reach stations, each once, however many reach them by it. */
interface Ways {
  /** Granted to them alone. */
  users: number[];
  owners: number[];
  /** Granted to all who work for an organisation. */
  organisations: number[];
  /** What organisations have themselves, by their paths. */
  paths: string[];
}

/** Of who reaches all of the organisation the organisation itself is left out: one reaches as far of it as the other. */
function waysOf(members: readonly Reaching[], isWide: boolean): Ways {
  const some = (when: (member: Reaching) => boolean) => members.filter(when);
  const unique = <T>(values: readonly (T | null)[]) => [
    ...new Set(values.filter((value): value is T => value !== null)),
  ];
  return {
    users: members.map(({ id }) => id),
    owners: some(({ scope }) => scope !== 'shared').map(({ id }) => id),
    organisations: unique(some(({ scope }) => scope !== 'own').map(({ organisationId }) => organisationId)),
    paths: isWide ? [] : unique(some(({ scope }) => scope === 'organisation').map(({ path }) => path)),
  };
}

/** One of the ways. */
interface Way {
  userId: number | null;
  organisationId: number | null;
  path: string | null;
}

/**
 * By which ways somebody reaches a station that the actor does not reach, or not as far. All ways are asked at once, and each station once for all who reach it:
 * otherwise a page of members asks the database for each of them, and for those of one organisation the same again and again.
 */
async function waysBeyond(db: Db, actor: Actor, ways: Ways): Promise<Way[]> {
  if (ways.users.length === 0) return [];
  const at = new Date(actor.at);
  const own: Actor = { ...actor, access: { scope: accessOf(actor).scope, permissions: all } };
  const isFarther = KINDS.map(
    (kind) =>
      sql<SqlBool>`(given.grade >= ${sql.lit(gradeOf(kind))} AND (${stationScope(own, kind)(stations)}) IS NOT TRUE)`,
  );
  const { rows } = await sql<Way>`
    WITH RECURSIVE held AS MATERIALIZED (
      SELECT g.id, g.to_user_id, g.to_organisation_id, g.organisation_id, ${GRADE} AS grade FROM grants g
       WHERE g.state = 'accepted' AND g.begins_at <= ${at} AND g.ends_at > ${at}
         AND (g.to_user_id = ${anyOf(ways.users)} OR g.to_organisation_id = ${anyOf(ways.organisations)})),
    whole AS (
      SELECT organisation_id AS top, organisation_id AS id FROM held WHERE organisation_id IS NOT NULL
      UNION
      SELECT whole.top, below.id FROM whole JOIN organisations below ON below.parent_id = whole.id AND below.tie = 'tight'),
    worked AS MATERIALIZED (
      SELECT organisations.id, path.path FROM unnest(${ways.paths}::text[]) AS path (path)
        JOIN organisations ON starts_with(organisations.scope_path, path.path)),
    given AS MATERIALIZED (
      SELECT one.station_id AS id, held.grade FROM held JOIN grant_stations one ON one.grant_id = held.id
      UNION
      SELECT near.id, held.grade FROM (SELECT DISTINCT organisation_id, grade FROM held) AS held
        JOIN whole ON whole.top = held.organisation_id JOIN stations near ON near.organisation_id = whole.id
      UNION
      SELECT id, ${EVERYTHING} FROM stations WHERE owner_id = ${anyOf(ways.owners)}
      UNION
      SELECT near.id, ${EVERYTHING} FROM stations near WHERE near.organisation_id IN (SELECT id FROM worked)),
    far AS MATERIALIZED (
      SELECT stations.id, stations.organisation_id, stations.owner_id, given.grade FROM given JOIN stations ON stations.id = given.id
       WHERE stations.ended_at IS NULL AND (${sql.join(isFarther, sql` OR `)})),
    far_away AS MATERIALIZED (SELECT DISTINCT organisation_id, grade FROM far)
    SELECT held.to_user_id AS user_id, held.to_organisation_id AS organisation_id, NULL AS path FROM held
     WHERE held.id IN (SELECT one.grant_id FROM held AS mine JOIN grant_stations one ON one.grant_id = mine.id
                         JOIN far ON far.id = one.station_id AND far.grade = mine.grade)
        OR (held.organisation_id, held.grade) IN (
             SELECT whole.top, far_away.grade FROM whole JOIN far_away ON far_away.organisation_id = whole.id)
    UNION
    SELECT owner_id, NULL, NULL FROM far WHERE grade = ${EVERYTHING} AND owner_id = ${anyOf(ways.owners)}
    UNION
    SELECT NULL, NULL, worked.path FROM worked JOIN far_away ON far_away.organisation_id = worked.id AND far_away.grade = ${EVERYTHING}`.execute(
    db,
  );
  return rows;
}

const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`ANY(${[...ids]}::bigint[])`;
