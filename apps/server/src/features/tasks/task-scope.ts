import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { ofOrganisations, worksForAll } from '../organisations/index.ts';
import { reachesAllDevices, reachesAllStations } from '../scope/index.ts';

/**
 * Condition on `tasks`: those of organisations in the actor's scope. Who reaches only some stations has those of its own, and those that name nothing
 * else: what carries a label or is in a batch is another one tomorrow.
 */
export const taskScope = (actor: Actor): RawBuilder<SqlBool> =>
  worksForAll(actor)
    ? ofOrganisations(actor, 'tasks')
    : sql<SqlBool>`(${ofOrganisations(actor, 'tasks')} AND (tasks.user_id = ${actor.userId} OR ${reachesAll(actor)}))`;

const named = (what: 'deviceIds' | 'stationIds') =>
  sql`SELECT one::bigint FROM jsonb_array_elements(tasks.target -> ${sql.lit(what)}) one`;

const reachesAll = (actor: Actor) => sql<SqlBool>`(
  tasks.target -> 'labelIds' = '[]' AND tasks.target -> 'batchIds' = '[]'
  AND ${reachesAllDevices(actor, 'parameters.write', named('deviceIds'))}
  AND ${reachesAllStations(actor, 'parameters.write', named('stationIds'))})`;
