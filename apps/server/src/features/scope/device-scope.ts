import type { Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ENDED_STATIONS, seesEverything, stationScope } from './station-scope.ts';

/**
 * The condition "devices on which this actor may do this": those of stations in scope, and of those without a station the ones
 * that reported for the actor's organisation (all of them if the actor's scope is the whole platform).
 */
export function deviceScope(actor: Actor, permission: Permission = 'devices.view') {
  return (eb: ExpressionBuilder<Tables, 'devices'>): Expression<SqlBool> => {
    const { scope, permissions } = accessOf(actor);
    if (!permissions.has(permission)) return eb.lit(false);
    if (seesEverything(actor))
      return eb.or([
        eb('devices.stationId', 'is', null),
        sql<SqlBool>`devices.station_id <> ALL(${ENDED_STATIONS})`,
      ]);
    const stations = eb
      .selectFrom('stations')
      .select(sql.lit(1).as('one'))
      .whereRef('stations.id', '=', 'devices.stationId')
      .where(stationScope(actor, permission));
    const ofStation = eb.exists(stations);
    const path = scope === 'organisation' ? actor.organisationPath : null;
    if (path === null) return ofStation;
    const tree = eb
      .selectFrom('organisations')
      .select('organisations.id')
      .where('organisations.scopePath', 'like', `${path}%`);
    const unbound = eb.and([eb('devices.stationId', 'is', null), eb('devices.organisationId', 'in', tree)]);
    return eb.or([ofStation, unbound]);
  };
}
