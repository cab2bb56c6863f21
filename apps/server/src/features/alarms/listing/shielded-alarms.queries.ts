import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { byIndex } from '../../../platform/postgres/by-index.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { StationCondition } from '../../scope/index.ts';
import { isShielded } from '../../alarm-shields/index.ts';
import type { Found } from './found.ts';
import { oneOf } from './one-of.ts';

/** So many shields are named; of more it is asked for each alarm. */
const MOST_NAMED = 1000;
/** So many are looked at: labels keep one code quiet at very many devices. Those of stations out of scope are not among them. */
const MOST_LOOKED = 50_000;

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
  const asked = sql<OfShields & { n: number }>`
    WITH looked AS MATERIALIZED (
      SELECT own.* FROM stations CROSS JOIN LATERAL (
        SELECT shield.station_id, shield.code, shield.kind FROM alarm_shields AS shield WHERE shield.station_id = stations.id OFFSET 0) AS own
       WHERE ${scope(expressionBuilder<Tables, 'stations'>())} LIMIT ${MOST_LOOKED + 1}),
    shields AS MATERIALIZED (SELECT DISTINCT looked.* FROM looked LIMIT ${MOST_NAMED + 1})
    SELECT (SELECT CASE WHEN (SELECT count(*) FROM looked) > ${MOST_LOOKED} THEN ${MOST_NAMED + 1} ELSE count(*) END FROM shields)::float8 AS n,
           ARRAY(SELECT DISTINCT station_id FROM shields WHERE kind = 'fault')::float8[] AS stations,
           ARRAY(SELECT DISTINCT code FROM shields WHERE kind = 'fault') AS codes,
           ARRAY(SELECT DISTINCT station_id FROM shields WHERE kind = 'maintenance')::float8[] AS maintained`;
  const { rows } = await byIndex(db, (trx) => asked.execute(trx));
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
