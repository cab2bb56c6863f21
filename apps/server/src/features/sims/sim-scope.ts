import type { Permission } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readStationScope, seesEverything, stationScope, type StationCondition } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/**
 * Condition on `sim_cards`: those with which an actor may do this. They are of its organisation and the tight ones below, where its role works there,
 * or their device stands at a station in scope, so that an owner finds the card of the own logger.
 * For queries that name their cards; those over all cards in scope take `readSimScope`.
 */
export const simScope = (actor: Actor, permission: Permission): RawBuilder<SqlBool> =>
  scopeOver(actor, permission, stationScope(actor, permission));

/** The same for a query over all cards in scope. */
export const readSimScope = async (
  db: Db,
  actor: Actor,
  permission: Permission,
): Promise<RawBuilder<SqlBool>> =>
  scopeOver(actor, permission, await readStationScope(db, actor, permission));

function scopeOver(actor: Actor, permission: Permission, inScope: StationCondition): RawBuilder<SqlBool> {
  if (!may(actor, permission)) return sql<SqlBool>`false`;
  if (seesEverything(actor)) return sql<SqlBool>`true`;
  const path = accessOf(actor).scope === 'organisation' ? actor.organisationPath : null;
  const ofOrganisation =
    path === null
      ? sql`false`
      : sql`sim_cards.organisation_id IN (SELECT id FROM organisations WHERE scope_path LIKE ${`${path}%`})`;
  return sql<SqlBool>`(${ofOrganisation} OR EXISTS (
    SELECT 1 FROM devices holder JOIN stations ON stations.id = holder.station_id
     WHERE holder.id = sim_cards.device_id AND ${inScope(stations)}))`;
}
