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

/** kWh that people added to the local days, months or years that touch a span, by their names, over many stations. */
export async function fleetCorrections(
  db: Db,
  { stations, grain, from, to }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const among = stations ? sql`station_id = ANY(${[...stations]}::bigint[])` : sql`true`;
  const unit = sql.lit(grain);
  const { rows } = await sql<{ start: string; kwh: number }>`
    SELECT to_char(day, ${sql.lit(NAME_OF[grain])}) AS start, sum(kwh / (to_day - from_day + 1)) AS kwh
      FROM energy_corrections
      CROSS JOIN generate_series(
        greatest(from_day, date_trunc(${unit}, ${from}::date)::date)::timestamp,
        least(to_day, ${to}::date)::timestamp, '1 day') AS day
     WHERE kind = 'days' AND removed_at IS NULL AND ${among}
       AND to_day >= date_trunc(${unit}, ${from}::date)::date AND from_day <= ${to}::date
     GROUP BY 1`.execute(db);
  return new Map(rows.map(({ start, kwh }) => [start, kwh]));
}
