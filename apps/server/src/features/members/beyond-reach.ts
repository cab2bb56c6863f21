import { PERMISSIONS, reachOf, type Permission } from '@sunfleet/contract';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { actorOf, PERSON } from '../../platform/user-actor.ts';
import { readStationScope, stationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const all: ReadonlySet<Permission> = new Set(PERMISSIONS);

/** One of each kind that ownership and grants give: to look, to work, to command, and what an owner alone may do. */
const KINDS: readonly Permission[] = ['stations.view', 'stations.edit', 'parameters.write', 'stations.grant'];

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
  const found = new Set(isWide ? await ownersOf(db, ids) : []);
  const asked = ids.filter((id) => !found.has(id));
  const rows = await db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(PERSON)
    .select('users.id as userId')
    .where('users.id', '=', sql<number>`ANY(${asked}::bigint[])`)
    // Of those who reach the whole organisation one reaches as far as the other, but for what was granted to them alone.
    .$if(isWide, (query) => query.where(isGranted(actor.at)))
    .execute();
  for (const row of rows)
    if (await reachesMore(db, { actor, member: actorOf(row, actor.at), isWide })) found.add(row.userId);
  return found;
}

/** Condition on `users`: something is granted to the person alone. */
const isGranted = (at: number) =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM grants g
    WHERE g.to_user_id = users.id AND g.state = 'accepted' AND g.ends_at > ${new Date(at)})`;

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

/** Somebody who may do everything on what they reach: whatever the role leaves out. */
const unbounded = (whose: Actor, scope = accessOf(whose).scope): Actor => ({
  ...whose,
  access: { scope, permissions: all },
});

/** Condition on `stations`: somebody reaches it in this way. */
const reach = (whose: Actor, kind: Permission) => stationScope(whose, kind)(stations);

/**
 * Stations that the member reaches are read first, and those alone are compared: otherwise the database looks through all stations of the platform for each member of a
 * page. Of who reaches all of the organisation the organisation itself is left out.
 */
async function reachesMore(
  db: Db,
  { actor, member, isWide }: { actor: Actor; member: Actor; isWide: boolean },
): Promise<boolean> {
  const { scope } = accessOf(member);
  const asked = unbounded(member, isWide && scope === 'organisation' ? 'granted' : scope);
  const own = unbounded(actor);
  const near = await readStationScope(db, asked, 'stations.view');
  const more = KINDS.map(
    (kind) => sql<SqlBool>`(${reach(asked, kind)} AND (${reach(own, kind)}) IS NOT TRUE)`,
  );
  const { rows } = await sql`
    WITH near AS MATERIALIZED (SELECT stations.* FROM stations WHERE ${near(stations)})
    SELECT 1 FROM near AS stations WHERE ${sql.join(more, sql` OR `)} LIMIT 1`.execute(db);
  return rows.length > 0;
}
