import { ADMINISTRATING_ROLES, heldByGiver, type GrantRole } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { organisationScope } from '../organisations/index.ts';
import { endedStationScope, stationScope } from '../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const organisations = expressionBuilder<Tables, 'organisations'>();

/**
 * Whether the actor may grant within its organisation at all times. Its other members may grant only until a station is handed
 * over. A custom copy of an administrator's role counts only while it manages members: somebody who is not an administrator can
 * assign a copy that has lost this.
 */
function administers(actor: Actor): boolean {
  return ADMINISTRATING_ROLES.has(actor.role) && may(actor, 'members.manage');
}

/**
 * Condition on `stations`: the actor may grant on them, by its own scope and never by a grant. The owner always; an installer
 * until the station was handed over.
 */
export function mayGrantStation(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${stationScope(actor, 'stations.grant')(stations)} AND ${untilHandedOver(actor)})`;
}

const untilHandedOver = (actor: Actor) =>
  administers(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(stations.handed_over_at IS NULL OR stations.owner_id = ${actor.userId})`;

/** The same of stations that were ended: what was granted on them would be there again once they come back. */
export function mayGrantEndedStation(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${endedStationScope(actor, 'stations.grant')(stations)} AND ${untilHandedOver(actor)})`;
}

/** Whether the actor holds all that a grant gives at a station. */
export const holdsGiven = (actor: Actor, grant: { role: GrantRole; commands: boolean }): boolean =>
  heldByGiver(grant).every((permission) => may(actor, permission));

/** Condition: the actor owns each of these stations, which are ids as a query. Whoever owns them decides what others do there, also what the own role leaves out. */
export const ownsAll = (actor: Actor, ids: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`NOT EXISTS (SELECT 1 FROM stations WHERE stations.id IN (${ids}) AND stations.owner_id IS DISTINCT FROM ${actor.userId}::bigint)`;

/** Condition on `organisations`: the actor may grant them as a whole, because all they have is in its data scope. */
export function mayGrantOrganisation(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  const wide = scope === 'all' || scope === 'organisation';
  if (!wide || !administers(actor) || !may(actor, 'stations.grant')) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${organisationScope(actor)(organisations)})`;
}

/** Condition on `organisations`: the actor answers what is granted to them. */
export function mayAnswerFor(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  const manages = may(actor, 'members.manage') && (scope === 'all' || scope === 'organisation');
  return manages ? sql<SqlBool>`(${organisationScope(actor)(organisations)})` : sql<SqlBool>`false`;
}
