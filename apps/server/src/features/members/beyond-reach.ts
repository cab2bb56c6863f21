import { PERMISSIONS, reachOf, type Permission } from '@sunfleet/contract';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { actorOf, PERSON } from '../../platform/user-actor.ts';
import { stationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const all: ReadonlySet<Permission> = new Set(PERMISSIONS);

/** One of each kind that ownership and grants give: to look, to work, to command, and what an owner alone may do. */
const KINDS: readonly Permission[] = ['stations.view', 'stations.edit', 'parameters.write', 'stations.grant'];

/**
 * Which members reach a station that the actor does not reach, or not as far. Who reaches a part of an organisation alone and took over such a member's
 * account would reach stations of others. None where the actor reaches all of the organisation.
 */
export async function beyondReach(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || reachOf(accessOf(actor).scope) === 'organisation') return new Set();
  const rows = await db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(PERSON)
    .select('users.id as userId')
    .where('users.id', 'in', [...ids])
    .execute();
  const found = new Set<number>();
  for (const row of rows)
    if (await reachesMore(db, { actor, member: actorOf(row, actor.at) })) found.add(row.userId);
  return found;
}

async function reachesMore(db: Db, { actor, member }: { actor: Actor; member: Actor }): Promise<boolean> {
  const reach = (whose: Actor, kind: Permission) =>
    stationScope({ ...whose, access: { scope: accessOf(whose).scope, permissions: all } }, kind)(stations);
  const more = KINDS.map(
    (kind) => sql<SqlBool>`(${reach(member, kind)} AND (${reach(actor, kind)}) IS NOT TRUE)`,
  );
  const { rows } = await sql`SELECT 1 FROM stations WHERE ${sql.join(more, sql` OR `)} LIMIT 1`.execute(db);
  return rows.length > 0;
}
