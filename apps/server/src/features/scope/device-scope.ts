import type { Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import {
  notEndedId,
  readStationScope,
  seesEverything,
  stationScope,
  type StationCondition,
} from './station-scope.ts';

export type DeviceCondition = (eb: ExpressionBuilder<Tables, 'devices'>) => Expression<SqlBool>;

/**
 * The condition "devices on which this actor may do this": those of stations in scope, and of those without a station the ones
 * that reported for the actor's organisation (all of them if the actor's scope is the whole platform).
 * For queries that name their devices; those over all devices in scope take `readDeviceScope`.
 */
export function deviceScope(actor: Actor, permission: Permission = 'devices.view'): DeviceCondition {
  return scopeOver(actor, permission, stationScope(actor, permission));
}

/** The same for a query over all devices in scope: what `readStationScope` is for stations. */
export async function readDeviceScope(
  db: Db,
  actor: Actor,
  permission: Permission = 'devices.view',
): Promise<DeviceCondition> {
  return scopeOver(actor, permission, await readStationScope(db, actor, permission));
}

/** The same for a query over those with a station alone, or those without: either is found by an index, both together are not. */
export async function readListedScope(db: Db, actor: Actor, bound: boolean): Promise<DeviceCondition> {
  const permission = 'devices.view';
  return scopeOver(actor, permission, await readStationScope(db, actor, permission), bound);
}

function scopeOver(
  actor: Actor,
  permission: Permission,
  inScope: StationCondition,
  bound?: boolean,
): DeviceCondition {
  return (eb) => {
    const { scope, permissions } = accessOf(actor);
    if (!permissions.has(permission)) return eb.lit(false);
    const unbound = eb('devices.stationId', 'is', null);
    if (seesEverything(actor)) {
      if (bound === false) return unbound;
      const ofStation = notEndedId(sql`devices.station_id`);
      return bound
        ? eb.and([eb('devices.stationId', 'is not', null), ofStation])
        : eb.or([unbound, ofStation]);
    }
    const stations = eb
      .selectFrom('stations')
      .select(sql.lit(1).as('one'))
      .whereRef('stations.id', '=', 'devices.stationId')
      .where(inScope);
    const ofStation = eb.exists(stations);
    const path = scope === 'organisation' ? actor.organisationPath : null;
    if (bound) return ofStation;
    if (path === null) return bound === undefined ? ofStation : eb.lit(false);
    const tree = eb
      .selectFrom('organisations')
      .select('organisations.id')
      .where('organisations.scopePath', 'like', `${path}%`);
    const ofTree = eb.and([unbound, eb('devices.organisationId', 'in', tree)]);
    return bound === undefined ? eb.or([ofStation, ofTree]) : ofTree;
  };
}
