import type { Role } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { organisationScope } from '../organisations/index.ts';
import { stationScope } from '../stations/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const organisations = expressionBuilder<Tables, 'organisations'>();

/** Who grants within the organisation at all times; everybody else of it only until a station was handed over. */
const ADMINISTRATORS: ReadonlySet<Role> = new Set(['platformAdmin', 'organisationAdmin']);

/**
 * Condition on `stations`: the actor may grant on them, by its own scope and never by a grant. The owner always; an installer
 * until the station was handed over.
 */
export function mayGrantStation(actor: Actor): RawBuilder<SqlBool> {
  const scope = stationScope(actor, 'stations.grant')(stations);
  if (ADMINISTRATORS.has(actor.role)) return sql<SqlBool>`(${scope})`;
  return sql<SqlBool>`(${scope} AND (stations.handed_over_at IS NULL OR stations.owner_id = ${actor.userId}))`;
}

/** Condition on `organisations`: the actor may grant them as a whole. */
export function mayGrantOrganisation(actor: Actor): RawBuilder<SqlBool> {
  if (!ADMINISTRATORS.has(actor.role) || !may(actor, 'stations.grant')) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${organisationScope(actor)(organisations)})`;
}

/** Condition on `organisations`: the actor answers what is granted to them. */
export function mayAnswerFor(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  const manages = may(actor, 'members.manage') && (scope === 'all' || scope === 'organisation');
  return manages ? sql<SqlBool>`(${organisationScope(actor)(organisations)})` : sql<SqlBool>`false`;
}
