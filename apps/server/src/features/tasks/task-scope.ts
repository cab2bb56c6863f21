import type { OfferedPermission } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { ofOrganisations, worksForAll } from '../organisations/index.ts';
import { reachesAllDevices, reachesAllStations } from '../scope/index.ts';

/** What somebody does with a task, as its route asks for it. */
export type TaskPermission = Extract<
  OfferedPermission,
  'operations.view' | 'operations.run' | 'operations.manage'
>;

/**
 * Condition on `tasks`: those of organisations in the actor's scope. Who reaches only some stations has those of its own, and those that name nothing
 * but what it may do this on: what carries a label or is in a batch is another one tomorrow.
 */
export const taskScope = (actor: Actor, permission: TaskPermission): RawBuilder<SqlBool> =>
  worksForAll(actor)
    ? ofOrganisations(actor, 'tasks')
    : sql<SqlBool>`(${ofOrganisations(actor, 'tasks')} AND (tasks.user_id = ${actor.userId} OR ${reachesAll(actor, permission)}))`;

const named = (what: 'deviceIds' | 'stationIds') =>
  sql`SELECT one::bigint FROM jsonb_array_elements(tasks.target -> ${sql.lit(what)}) one`;

const reachesAll = (actor: Actor, permission: TaskPermission) => sql<SqlBool>`(
  tasks.target -> 'labelIds' = '[]' AND tasks.target -> 'batchIds' = '[]'
  AND ${reachesAllDevices(actor, permission, named('deviceIds'))}
  AND ${reachesAllStations(actor, permission, named('stationIds'))})`;
