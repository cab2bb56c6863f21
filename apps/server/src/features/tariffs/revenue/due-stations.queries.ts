import { sql, type RawBuilder } from 'kysely';
import { FAMILY } from '../../../platform/families.ts';
import type { Db } from '../../../platform/postgres/client.ts';

export interface DueStation {
  id: number;
  /** Everything, or the running day alone. */
  whole: boolean;
}

const dayIsOver = (now: number) =>
  sql`coalesce(counted.day_ends_at <= ${new Date(now)} OR NOT counted.with_days, true)`;

/** Joins and condition of stations, those that were ended left out, with prices that measured something since they were counted, or whose day is over or prices have changed. */
const dueAt = (now: number): RawBuilder<unknown> => sql`
  stations JOIN station_states state ON state.station_id = stations.id
  LEFT JOIN revenue_counts counted ON counted.station_id = stations.id
  WHERE stations.ended_at IS NULL AND (${dayIsOver(now)} OR state.last_data_at > counted.counted_at)
    AND ((stations.currency IS NOT NULL AND coalesce(stations.price_buy, stations.price_feed_in) IS NOT NULL)
      OR EXISTS (SELECT 1 FROM station_tariffs WHERE station_id = stations.id)
      OR EXISTS (SELECT 1 FROM station_revenues WHERE station_id = stations.id))`;

/**
 * Stations that are to be counted, in turns of families of organisations: whoever changes the prices of a thousand stations again and again keeps nobody
 * else's from being counted.
 */
export async function readDueIds(db: Db, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT due.id, row_number() OVER (PARTITION BY ${FAMILY} ORDER BY due.counted_at NULLS FIRST, due.id) AS turn
        FROM (SELECT stations.id, stations.organisation_id, counted.counted_at FROM ${dueAt(now)}) AS due
        JOIN organisations ON organisations.id = due.organisation_id) AS turns
     ORDER BY turn, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of them that are still due, and what is to be counted of each. */
export async function readDue(db: Db, ids: readonly number[], now: number): Promise<DueStation[]> {
  const { rows } = await sql<DueStation>`
    SELECT stations.id, ${dayIsOver(now)} AS whole
      FROM ${dueAt(now)} AND stations.id = ANY(${[...ids]}::bigint[]) ORDER BY stations.id`.execute(db);
  return rows;
}
