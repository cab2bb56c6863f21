import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { StationCondition } from '../../scope/index.ts';
import { isShielded } from '../../alarm-shields/index.ts';
import type { Found } from './found.ts';
import { oneOf } from './one-of.ts';

/** So many shields are named; of more it is asked for each alarm. */
const MOST_NAMED = 1000;

interface OfShields {
  /** Stations where codes are kept quiet, and these codes. */
  stations: number[];
  codes: string[];
  /** Stations with maintenance. */
  maintained: number[];
}

interface Shielded extends Found {
  /** Stations of all of them, where these are few, and their codes, where these are. */
  stations: readonly number[] | undefined;
  codes: readonly string[] | undefined;
  /** What each is asked beside that. */
  asked: readonly RawBuilder<SqlBool>[];
}

/**
 * Condition on `alarms` that somebody kept these quiet at some time; whether it was so at `now`, or at their end, each is asked. Where shields are is read first, so that
 * few of very many alarms are asked; undefined where nobody keeps anything quiet.
 */
export async function alarmsShielded(
  db: Db,
  { scope, now }: { scope: StationCondition; now: number },
): Promise<Shielded | undefined> {
  const { rows } = await sql<OfShields & { n: number }>`
    WITH shields AS MATERIALIZED (
      SELECT DISTINCT shield.station_id, shield.code, shield.kind FROM alarm_shields AS shield
        JOIN stations ON stations.id = shield.station_id
       WHERE ${scope(expressionBuilder<Tables, 'stations'>())} LIMIT ${MOST_NAMED + 1})
    SELECT (SELECT count(*) FROM shields)::float8 AS n,
           ARRAY(SELECT DISTINCT station_id FROM shields WHERE kind = 'fault')::float8[] AS stations,
           ARRAY(SELECT DISTINCT code FROM shields WHERE kind = 'fault') AS codes,
           ARRAY(SELECT DISTINCT station_id FROM shields WHERE kind = 'maintenance')::float8[] AS maintained`.execute(
    db,
  );
  const { n, stations, codes, maintained } = rows[0]!;
  if (n === 0) return undefined;
  if (n > MOST_NAMED) return { where: isShielded(now), asked: [], stations: undefined, codes: undefined };
  const parts: RawBuilder<SqlBool>[] = [];
  if (stations.length > 0)
    parts.push(sql`(${oneOf('alarms.station_id', stations)} AND ${oneOf('alarms.code', codes)})`);
  if (maintained.length > 0) parts.push(oneOf('alarms.station_id', maintained));
  return {
    where: sql<SqlBool>`(${sql.join(parts, sql` OR `)})`,
    along: 'inNone',
    asked: [sql`${isShielded(now)} IS TRUE`],
    stations: [...new Set([...stations, ...maintained])],
    codes: maintained.length > 0 ? undefined : codes,
  };
}
