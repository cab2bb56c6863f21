import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofOrganisations, worksForAll } from '../organisations/index.ts';
import { deviceScope, stationScope } from '../scope/index.ts';

const devices = expressionBuilder<Tables, 'devices'>();
const stations = expressionBuilder<Tables, 'stations'>();

/**
 * Condition on `tasks`: those of organisations in the actor's scope. Who reaches only some stations has those of its own, and those that name nothing
 * else: what carries a label or is in a batch is another one tomorrow.
 */
export const taskScope = (actor: Actor): RawBuilder<SqlBool> =>
  worksForAll(actor)
    ? ofOrganisations(actor, 'tasks')
    : sql<SqlBool>`(${ofOrganisations(actor, 'tasks')} AND (tasks.user_id = ${actor.userId} OR ${reachesAll(actor)}))`;

const reachesAll = (actor: Actor) => sql<SqlBool>`(
  tasks.target -> 'labelIds' = '[]' AND tasks.target -> 'batchIds' = '[]'
  AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(tasks.target -> 'deviceIds') named LEFT JOIN devices ON devices.id = named::bigint
    WHERE (${deviceScope(actor, 'parameters.write')(devices)}) IS NOT TRUE)
  AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(tasks.target -> 'stationIds') named LEFT JOIN stations ON stations.id = named::bigint
    WHERE (${stationScope(actor, 'parameters.write')(stations)}) IS NOT TRUE))`;
