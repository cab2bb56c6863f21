import { ROLE_MATRIX } from '@sunfleet/contract';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { seesEverything, stationScope } from '../stations/index.ts';

/**
 * The condition "devices this actor may see": those of stations in scope, and of those without a station the ones that
 * reported for the actor's organisation (all of them for who works on the whole platform).
 */
export function deviceScope(actor: Actor) {
  return (eb: ExpressionBuilder<Tables, 'devices'>): Expression<SqlBool> => {
    if (seesEverything(actor)) return eb.lit(true);
    const stations = eb.selectFrom('stations').select('stations.id').where(stationScope(actor));
    const ofStation = eb('devices.stationId', 'in', stations);
    const path = ROLE_MATRIX[actor.role].scope === 'organisation' ? actor.organisationPath : null;
    if (path === null) return ofStation;
    const tree = eb
      .selectFrom('organisations')
      .select('organisations.id')
      .where('organisations.path', 'like', `${path}%`);
    const unbound = eb.and([eb('devices.stationId', 'is', null), eb('devices.organisationId', 'in', tree)]);
    return eb.or([ofStation, unbound]);
  };
}
