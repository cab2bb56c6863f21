import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

interface Asked {
  /** Stations the sum runs over; undefined: all there are. */
  stations: readonly number[] | undefined;
  grain: 'day' | 'month' | 'year';
  /** First and last local day. */
  from: string;
  to: string;
}

const NAME_OF = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;

/**
 * kWh that people added to the local days, months or years that touch a span, by their names, over many stations. A station has hundreds of
 * corrections, each of up to a year, so what is added is changed at their ends, and not laid out by day for each of them. In decimals, so that
 * an end takes away exactly what its beginning added.
 */
export async function fleetCorrections(
  db: Db,
  { stations, grain, from, to }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const among = stations ? sql`station_id = ANY(${[...stations]}::bigint[])` : sql`true`;
  const first = sql`date_trunc(${sql.lit(grain)}, ${from}::date)::date`;
  const { rows } = await sql<{ start: string; kwh: number }>`
    WITH parts AS (
        SELECT greatest(from_day, ${first}) AS first, least(to_day, ${to}::date) AS last,
               kwh::numeric / (to_day - from_day + 1) AS part
          FROM energy_corrections
         WHERE kind = 'days' AND removed_at IS NULL AND ${among} AND to_day >= ${first} AND from_day <= ${to}::date),
      changes AS (
        SELECT day, sum(part) AS part
          FROM (SELECT first AS day, part FROM parts UNION ALL SELECT last + 1, -part FROM parts) AS both_ends
         GROUP BY day),
      levels AS (
        SELECT day, sum(part) OVER (ORDER BY day) AS kwh, lead(day) OVER (ORDER BY day) AS next FROM changes)
    SELECT to_char(each, ${sql.lit(NAME_OF[grain])}) AS start, sum(kwh)::float8 AS kwh
      FROM levels CROSS JOIN generate_series(day::timestamp, (next - 1)::timestamp, '1 day') AS each
     WHERE kwh <> 0
     GROUP BY 1`.execute(db);
  return new Map(rows.map(({ start, kwh }) => [start, kwh]));
}
