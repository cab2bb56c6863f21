import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import { reachesAllStations } from '../scope/index.ts';

/**
 * Condition on `tariffs`: those that an actor keeps. Who works for an organisation keeps the organisation's, whoever sees only what they own
 * or is in none keeps their own; on the whole platform all of them.
 */
export function tariffScope(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  if (scope === 'all') return sql<SqlBool>`true`;
  return keptBy(actor);
}

/** The same without those of others that somebody may change whose scope is the whole platform: a list of all would have no end. */
export function keptBy(actor: Actor): RawBuilder<SqlBool> {
  const { organisationId, ownerId } = keeperOf(actor);
  return organisationId === null
    ? sql<SqlBool>`tariffs.owner_id = ${ownerId}`
    : sql<SqlBool>`tariffs.organisation_id = ${organisationId}`;
}

/**
 * Condition on `tariffs`: the actor may change prices of each station that has or had it. The prices of an organisation's tariff count on all of these, so
 * who reaches a part of the organisation alone changes none of a station out of reach, nor of one that was granted to look at.
 */
export const pricesReached = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(tariffs.organisation_id IS NULL OR ${reachesAllStations(
    actor,
    'tariffs.manage',
    sql`SELECT station_id FROM station_tariffs WHERE tariff_id = tariffs.id`,
  )})`;

/** Whose tariffs and rates an actor keeps: one of both is set, neither of a visitor. */
export function keeperOf(actor: Actor): { organisationId: number | null; ownerId: number | null } {
  const organisationId = accessOf(actor).scope === 'own' ? null : actor.organisationId;
  return { organisationId, ownerId: organisationId === null ? actor.userId : null };
}
