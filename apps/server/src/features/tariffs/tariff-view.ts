import type { Tariff } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { worksForAll } from '../organisations/index.ts';
import { readStationScope } from '../scope/index.ts';
import { releasedOf } from './release-stations.ts';
import { keeperOf, keptBy, tariffScope } from './tariff-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/** Tariffs that an actor keeps by name, or one of them, with how many stations in its scope have or had each. */
export async function viewTariffs(db: Db, actor: Actor, id?: number): Promise<Tariff[]> {
  // Once for all of them, by sets: the scope of who was granted ten thousand stations is not asked for each of ten thousand again.
  const scope = await readStationScope(db, actor);
  const reach = await readStationScope(db, actor, 'tariffs.manage');
  const { rows } = await sql<Tariff>`
    WITH kept AS MATERIALIZED (
      SELECT * FROM tariffs WHERE ${id === undefined ? keptBy(actor) : sql`${tariffScope(actor)} AND tariffs.id = ${id}`}
    ), had AS MATERIALIZED (
      SELECT DISTINCT tariff_id, station_id FROM station_tariffs WHERE tariff_id IN (SELECT kept.id FROM kept)
    ), seen AS MATERIALIZED (
      SELECT stations.id FROM stations WHERE ${scope(stations)}
    ), counted AS MATERIALIZED (
      SELECT had.tariff_id, count(*) AS stations FROM had JOIN seen ON seen.id = had.station_id GROUP BY had.tariff_id
    ), reached AS MATERIALIZED (
      SELECT stations.id FROM stations WHERE ${reach(stations)}
    ), ${outOfReach(actor)}
    SELECT kept.id, kept.name, kept.currency, kept.versions, kept.revision, kept.organisation_id IS NULL AS own,
           kept.organisation_id IS NULL OR kept.id NOT IN (SELECT tariff_id FROM out_of_reach) AS changeable,
           coalesce(counted.stations, 0) AS stations
      FROM kept LEFT JOIN counted ON counted.tariff_id = kept.id
     ORDER BY lower(kept.name COLLATE pg_c_utf8), kept.id`.execute(db);
  return rows;
}

/** Tariffs among those `had` with a station whose prices the actor may not change, and that does not leave its keeper by itself when the prices change. */
function outOfReach(actor: Actor): RawBuilder<unknown> {
  if (worksForAll(actor)) return sql`out_of_reach AS (SELECT NULL::bigint AS tariff_id WHERE false)`;
  const { ownerId, organisationId } = keeperOf(actor);
  const keeper = sql`SELECT ${ownerId}::bigint AS owner_id, ${organisationId}::bigint AS organisation_id`;
  return sql`${releasedOf(keeper, sql`SELECT station_id FROM had`, actor.at)}, out_of_reach AS MATERIALIZED (
      SELECT tariff_id FROM had WHERE station_id NOT IN (SELECT id FROM reached) AND station_id NOT IN (SELECT id FROM released))`;
}
