import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { contains, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';
import { isToPerson } from './find-party.ts';
import { isAnswerable, isCreator, isGiven, isReceived } from './grant-scope.ts';
import { inState } from './grant-state.ts';
import { viewGrants } from './grant-view.ts';
import { mayGrantStation } from './granting-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();

type GrantQuery = RouteRequest<(typeof routes)['queryGrants']>['body'];

/** One page of the grants that the actor gave (or could end) or received, newest first. */
export async function queryGrants(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  query: GrantQuery,
): Promise<RouteOutput<(typeof routes)['queryGrants']>> {
  const now = clock.now();
  const where = sql.join(conditions(actor, query, now), sql` AND `);
  const { rows } = await sql<{ id: number | null; total: number }>`
    WITH found AS MATERIALIZED (SELECT g.id FROM grants g WHERE ${where})
    SELECT found.id, counted.total FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN LATERAL (SELECT id FROM found ORDER BY id DESC ${limitTo(query)}) found ON true`.execute(db);
  const seen = await viewGrants(
    db,
    { actor, now },
    rows.flatMap(({ id }) => id ?? []),
  );
  return toPage(
    query,
    rows[0]?.total ?? 0,
    seen.map(({ grant }) => grant),
  );
}

function conditions(actor: Actor, query: GrantQuery, now: number): RawBuilder<SqlBool>[] {
  const { direction, stationId, state, answerable, q } = query;
  return [
    direction === 'given' ? isGiven(actor) : isReceived(actor),
    // A grant whose stations are all deleted or ended is left out.
    sql`(g.organisation_id IS NOT NULL OR EXISTS (SELECT 1 FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
                                                    WHERE gs.grant_id = g.id AND stations.ended_at IS NULL))`,
    ...(state ? [sql<SqlBool>`(${inState(state, now)})`] : []),
    ...(answerable ? [sql<SqlBool>`(${isAnswerable(actor)} OR ${isToPerson(actor, 'g')})`] : []),
    ...(stationId === undefined ? [] : [covers(actor, stationId)]),
    ...(q ? [search(actor, q)] : []),
  ];
}

/** Of stations that the actor does not see it must not tell whether a grant is about them, or whose they are. */
function covers(actor: Actor, stationId: number): RawBuilder<SqlBool> {
  return sql`(EXISTS (SELECT 1 FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
                       WHERE gs.grant_id = g.id AND stations.id = ${stationId} AND ${isShown(actor)})
    OR EXISTS (SELECT 1 FROM stations JOIN organisations part ON part.id = stations.organisation_id
                 JOIN organisations whole ON whole.id = g.organisation_id
                WHERE stations.id = ${stationId} AND ${stationScope(actor)(stations)} AND starts_with(part.scope_path, whole.scope_path)))`;
}

/** Condition on a station of a grant `g`: the actor reads there that it is one of them. */
const isShown = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isCreator(actor)} OR ${isReceived(actor)} OR ${isAnswerable(actor)} OR coalesce(${mayGrantStation(actor)}, false))`;

/** A part of the name of a station, of the giver or of the receiver, as far as the actor reads these names. */
function search(actor: Actor, text: string): RawBuilder<SqlBool> {
  const { userId } = actor;
  const like = (column: string) => contains(column, text);
  return sql`(EXISTS (SELECT 1 FROM users WHERE users.id IN (${receiver('g.to_user_id')}, g.created_by) AND ${like('users.name')})
    OR EXISTS (SELECT 1 FROM organisations
                WHERE organisations.id IN (${receiver('g.to_organisation_id')}, g.organisation_id) AND ${like('organisations.name')})
    OR (g.created_by = ${userId} AND ${like('g.to_account')}) OR ${like('g.to_code')}
    OR EXISTS (SELECT 1 FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
                WHERE gs.grant_id = g.id AND stations.ended_at IS NULL AND ${like('stations.name')} AND ${isShown(actor)}))`;
}

/** The receiver where it accepted: a search must not tell who was meant before that. */
function receiver(column: 'g.to_user_id' | 'g.to_organisation_id'): RawBuilder<number | null> {
  return sql<
    number | null
  >`CASE WHEN g.state = 'accepted' OR coalesce(g.to_account, g.to_code) IS NULL THEN ${sql.raw(column)} END`;
}
