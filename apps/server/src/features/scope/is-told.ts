import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { seesEverything, treeOf } from './station-scope.ts';

/** What somebody did at a station, as columns. */
interface Deed {
  at: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
  /** Whose station it was then, where that is known. */
  organisation?: RawBuilder<unknown>;
}

/**
 * Condition on what was done at a station of table `stations` that is in scope: the actor is told who did it. Those who work for the organisation of the station are told
 * since it came to that organisation, its owner since it is theirs, and whoever was granted it since both: what was done before was done for others. Everybody is told what
 * they did themselves.
 */
export function isTold(actor: Actor, { at, by, organisation }: Deed): RawBuilder<SqlBool> {
  if (seesEverything(actor)) return sql<SqlBool>`true`;
  const tree = treeOf(actor);
  const ofTree = tree && organisation ? sql`OR ${organisation} IN (${tree.ids})` : sql``;
  return sql<SqlBool>`(${at} >= ${since(actor)} OR ${by} = ${actor.userId} ${ofTree})`;
}

const OWNER_SINCE = sql`coalesce(stations.owner_since, '-infinity')`;
const ORGANISATION_SINCE = sql`coalesce(stations.organisation_since, '-infinity')`;

function since(actor: Actor): RawBuilder<Date> {
  const tree = treeOf(actor);
  const works = tree ? sql`${tree.holds}` : sql`false`;
  const owns = sql`coalesce(stations.owner_id = ${actor.userId}, false)`;
  return sql<Date>`CASE WHEN ${works} AND ${owns} THEN least(${OWNER_SINCE}, ${ORGANISATION_SINCE})
    WHEN ${works} THEN ${ORGANISATION_SINCE} WHEN ${owns} THEN ${OWNER_SINCE}
    ELSE greatest(${OWNER_SINCE}, ${ORGANISATION_SINCE}) END`;
}
