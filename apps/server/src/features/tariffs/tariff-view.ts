import type { Tariff } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readStationScope } from '../scope/index.ts';
import { keptBy, tariffScope } from './tariff-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/** Tariffs that an actor keeps by name, or one of them, with how many stations in its scope have or had each. */
export async function viewTariffs(db: Db, actor: Actor, id?: number): Promise<Tariff[]> {
  // Once for all of them, by sets: the scope of who was granted ten thousand stations is not asked for each of ten thousand again.
  const scope = await readStationScope(db, actor);
  const { rows } = await sql<Tariff>`
    WITH kept AS MATERIALIZED (
      SELECT * FROM tariffs WHERE ${id === undefined ? keptBy(actor) : sql`${tariffScope(actor)} AND tariffs.id = ${id}`}
    ), had AS MATERIALIZED (
      SELECT DISTINCT tariff_id, station_id FROM station_tariffs WHERE tariff_id IN (SELECT kept.id FROM kept)
    ), seen AS MATERIALIZED (
      SELECT stations.id FROM stations WHERE ${scope(stations)}
    ), counted AS MATERIALIZED (
      SELECT had.tariff_id, count(*) AS stations FROM had JOIN seen ON seen.id = had.station_id GROUP BY had.tariff_id
    )
    SELECT kept.id, kept.name, kept.currency, kept.versions, kept.revision, kept.organisation_id IS NULL AS own,
           coalesce(counted.stations, 0) AS stations
      FROM kept LEFT JOIN counted ON counted.tariff_id = kept.id
     ORDER BY lower(kept.name COLLATE pg_c_utf8), kept.id`.execute(db);
  return rows;
}
