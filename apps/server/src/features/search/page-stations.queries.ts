import type { Found } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { beginsWith } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationCondition, type ScopedActor } from '../stations/index.ts';
import { nearTo, showStations } from './find-stations.queries.ts';
import type { Search } from './search.ts';

/** More than one installation has. */
const ALL = 10_000_000;

export interface StationPage {
  total: number;
  rows: Found['stations'];
  /** Ids of all that are near the text and do not contain it, in their order. */
  near: readonly number[];
}

/** One page of all stations that `findStations` is the beginning of, in the same order. */
export async function pageStations(
  db: Db,
  scoped: ScopedActor,
  { q, most, page = 1 }: Search,
): Promise<StationPage> {
  const own = sql`${[...scoped.favourites]}::bigint[]`;
  const candidates = await nearTo(db, scoped, { q, most: ALL, weighed: ALL });
  const skip = (page - 1) * most;
  const { rows } = await sql<{ containing: number; ids: number[]; near: number[] }>`
    WITH exact AS MATERIALIZED (
      SELECT stations.id, ${beginsWith('stations.name', q)} AS begins, length(stations.name) AS letters
        FROM stations WHERE ${stationCondition(scoped, { q })(expressionBuilder<Tables, 'stations'>())})
    SELECT (SELECT count(*) FROM exact) AS containing,
      array_to_json(ARRAY(SELECT id FROM exact ORDER BY id = ANY(${own}) DESC, begins DESC, letters, id
        LIMIT ${most} OFFSET ${skip})) AS ids,
      array_to_json(ARRAY(SELECT candidate.id FROM unnest(${candidates}::bigint[]) WITH ORDINALITY AS candidate (id, place)
        WHERE NOT EXISTS (SELECT FROM exact WHERE exact.id = candidate.id)
        ORDER BY candidate.id = ANY(${own}) DESC, place)) AS near`.execute(db);
  const { containing, ids, near } = rows[0]!;
  const from = Math.max(0, skip - containing);
  const nearHere = near.slice(from, from + most - ids.length);
  return {
    total: containing + near.length,
    rows: await showStations(db, scoped, { q, exact: ids, near: nearHere }),
    near,
  };
}
