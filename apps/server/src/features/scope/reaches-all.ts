import { reachOf, type Permission } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { deviceScope } from './device-scope.ts';
import { stationScope } from './station-scope.ts';

const devices = expressionBuilder<Tables, 'devices'>();
const stations = expressionBuilder<Tables, 'stations'>();

/** Whether the actor reaches a whole organisation: all there is of it is in scope, also what is gone by now. */
const reachesWhole = (actor: Actor): boolean => reachOf(accessOf(actor).scope) === 'organisation';

/** Condition: the actor may do this on each of these devices, which are ids as a query. For work of organisations that the actor's scope holds. */
export const reachesAllDevices = (
  actor: Actor,
  permission: Permission,
  ids: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  reachesWhole(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`NOT EXISTS (SELECT 1 FROM (${ids}) AS named(id) LEFT JOIN devices ON devices.id = named.id
        WHERE (${deviceScope(actor, permission)(devices)}) IS NOT TRUE)`;

/** The same of stations. */
export const reachesAllStations = (
  actor: Actor,
  permission: Permission,
  ids: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  reachesWhole(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`NOT EXISTS (SELECT 1 FROM (${ids}) AS named(id) LEFT JOIN stations ON stations.id = named.id
        WHERE (${stationScope(actor, permission)(stations)}) IS NOT TRUE)`;
