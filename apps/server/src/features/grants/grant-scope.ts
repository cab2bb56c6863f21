import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import { idsOfPath } from '../../platform/postgres/ids-of-path.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { organisationScope } from '../organisations/index.ts';
import { ownStations } from '../scope/index.ts';
import { isToPerson } from './find-party.ts';
import { mayAnswerFor, mayGrantOrganisation, mayGrantStation } from './granting-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();
const organisations = expressionBuilder<Tables, 'organisations'>();

/**
 * Sets inside are read once and not for each grant, because one may name a thousand stations; `DISTINCT` tells the planner that they are small.
 *
 * Condition on a grant `g`: the actor gave it, and all it is about is still the actor's or its organisation's. A grant of somebody
 * who has left belongs to the organisation that it was given for.
 */
export function isCreator(actor: Actor): RawBuilder<SqlBool> {
  const { scope } = accessOf(actor);
  const wide = scope === 'all' || scope === 'organisation';
  const whole = wide ? sql`${organisationScope(actor)(organisations)}` : sql`false`;
  return sql<SqlBool>`(coalesce(g.created_by = ${actor.userId}, false) AND CASE WHEN g.organisation_id IS NULL
    THEN g.id NOT IN (SELECT DISTINCT gs.grant_id FROM grants mine JOIN grant_stations gs ON gs.grant_id = mine.id
                        JOIN stations ON stations.id = gs.station_id
                       WHERE mine.created_by = ${actor.userId} AND stations.ended_at IS NULL
                         AND NOT coalesce(${ownStations(actor)(stations)}, false))
    ELSE EXISTS (SELECT 1 FROM organisations WHERE organisations.id = g.organisation_id AND ${whole}) END)`;
}

/** Condition on a grant `g`: the actor gave it, may grant on what it is about, or owns a station under it. */
export function isGiven(actor: Actor): RawBuilder<SqlBool> {
  const { userId } = actor;
  return sql<SqlBool>`(${isCreator(actor)}
    OR g.id IN (SELECT DISTINCT gs.grant_id FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
                 WHERE ${mayGrantStation(actor)})
    OR EXISTS (SELECT 1 FROM organisations WHERE organisations.id = g.organisation_id AND ${mayGrantOrganisation(actor)})
    OR g.organisation_id IN (SELECT DISTINCT above.id FROM organisations part
                               CROSS JOIN LATERAL ${idsOfPath('part.scope_path')} AS above (id)
                              WHERE part.id IN (SELECT stations.organisation_id FROM stations WHERE stations.owner_id = ${userId})))`;
}

/** Condition on a grant `g`: it is to the actor or its organisation, or to one whose grants the actor answers. */
export function isReceived(actor: Actor): RawBuilder<SqlBool> {
  const { organisationId } = actor;
  const { scope } = accessOf(actor);
  const ofOrganisation =
    scope === 'own' ? sql<SqlBool>`false` : sql<SqlBool>`g.to_organisation_id = ${organisationId}`;
  // An actor whose scope is the whole platform may answer for everybody, but has received only what was granted to itself.
  const answered = scope === 'all' ? sql<SqlBool>`false` : isAnswerable(actor);
  return sql<SqlBool>`(${isToPerson(actor, 'g')} OR ${ofOrganisation} OR ${answered})`;
}

/** Condition on a grant `g`: it is to an organisation for which the actor answers. */
export function isAnswerable(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT 1 FROM organisations
    WHERE organisations.id = g.to_organisation_id AND ${mayAnswerFor(actor)})`;
}
