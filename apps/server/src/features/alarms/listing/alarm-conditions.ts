import type { AlarmLevel } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { anyOf } from '../../../platform/postgres/list-query.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { notEndedId, seesEverything, type StationCondition } from '../../scope/index.ts';
import { isShielded } from '../../alarm-shields/index.ts';
import { alarmsMatching } from './alarm-matches.queries.ts';
import { oneOf } from './one-of.ts';
import type { AlarmListQuery } from './alarm-list-query.ts';
import { alarmsShielded } from './shielded-alarms.queries.ts';

export interface AlarmReader {
  actor: Actor;
  scope: StationCondition;
  now: number;
}

/** Which alarms a list is of, whatever their level. */
export interface AlarmConditions {
  /** What indexes find. */
  found: readonly RawBuilder<SqlBool>[];
  /** What each of those is asked. */
  asked: readonly RawBuilder<SqlBool>[];
  /** Stations of which all are, where these have so few that all are read and put in order. */
  few: readonly number[] | undefined;
  /** Whether `found` are all newest first in an index. */
  inOrder: boolean;
}

/** Undefined where no alarm can be of the list. */
export async function alarmConditions(
  db: Db,
  reader: AlarmReader,
  query: AlarmListQuery,
): Promise<AlarmConditions | undefined> {
  const { actor, scope, now } = reader;
  const matching = query.q ? await alarmsMatching(db, { q: query.q, actor, scope }) : undefined;
  if (query.q && !matching) return undefined;
  const shielded = query.shielded === 'yes' ? await alarmsShielded(db, { scope, now }) : undefined;
  if (query.shielded === 'yes' && !shielded) return undefined;
  const isAll = seesEverything(actor);
  const reach = isAll ? undefined : await readReach(db, scope);
  if (reach?.ids.length === 0) return undefined;
  const isNamed = !!reach && reach.ids.length <= MOST_NAMED;
  return {
    found: [
      ...(isNamed ? [oneOf('alarms.station_id', reach.ids)] : []),
      ...foundBy(actor, query),
      ...(matching ? [matching] : []),
      ...(shielded ? [shielded] : []),
    ],
    asked: [
      sql<SqlBool>`alarms.station_id IS NOT NULL`,
      ...(isAll ? [notEndedId(sql`alarms.station_id`)] : []),
      ...(reach && !isNamed ? [ofManyStations(scope)] : []),
      ...askedOf(query, now),
    ],
    few: reach?.isFew ? reach.ids : undefined,
    // Those that stand are newer than most that ended, and whose people look after stand in no one order.
    inOrder:
      !isNamed && !matching && !shielded && query.state !== 'recovered' && query.assigned !== 'anybody',
  };
}

/** So many stations are named, so that the database knows how many alarms these have; of more it is asked for each alarm, along the order. */
const MOST_NAMED = 1000;

/** So many alarms are read and put in order rather than looked for along an order in which all others stand as well. */
const MOST_READ = 50_000;

interface Reach {
  /** Stations, up to one more than are named. */
  ids: number[];
  isFew: boolean;
}

async function readReach(db: Db, scope: StationCondition): Promise<Reach> {
  const { rows } = await sql<{ ids: number[]; alarms: number }>`
    WITH reached AS MATERIALIZED (
      SELECT stations.id FROM stations WHERE ${scope(expressionBuilder<Tables, 'stations'>())} LIMIT ${MOST_NAMED + 1})
    SELECT ARRAY(SELECT id FROM reached)::float8[] AS ids, (SELECT count(*) FROM (
      SELECT FROM reached CROSS JOIN LATERAL (SELECT FROM alarms WHERE alarms.station_id = reached.id LIMIT ${MOST_READ + 1}) AS own
       LIMIT ${MOST_READ + 1}) AS read)::float8 AS alarms`.execute(db);
  const { ids, alarms } = rows[0]!;
  return { ids, isFew: ids.length <= MOST_NAMED && alarms <= MOST_READ };
}

/** Read as a set once: as a join it would be taken for a few of all alarms, and all of these be read. */
const ofManyStations = (scope: StationCondition) =>
  sql<SqlBool>`(alarms.station_id IN (SELECT stations.id FROM stations WHERE ${scope(expressionBuilder<Tables, 'stations'>())})) IS TRUE`;

function foundBy(actor: Actor, query: AlarmListQuery): RawBuilder<SqlBool>[] {
  const parts: RawBuilder<SqlBool>[] = [];
  if (query.state === 'active') parts.push(IS_ACTIVE);
  if (query.state === 'recovered') parts.push(IS_OVER);
  if (query.stationId) parts.push(sql`alarms.station_id = ${query.stationId}`);
  if (query.deviceId) parts.push(sql`alarms.device_id = ${query.deviceId}`);
  if (query.code !== undefined) parts.push(sql`alarms.code = ${query.code}`);
  if (query.handling?.length === 1) parts.push(sql`alarms.handling = ${query.handling[0]}`);
  if (query.type?.length === 1 && query.type[0] !== 'deviceFault') parts.push(ofRareType(query.type[0]!));
  if (query.assigned === 'mine') parts.push(sql`alarms.assigned_to = ${actor.userId}`);
  if (query.assigned === 'anybody') parts.push(sql`alarms.assigned_to IS NOT NULL`);
  // An alarm belongs to a range when it stood at any time of it.
  if (query.from !== undefined)
    parts.push(sql`(alarms.recovered_at IS NULL OR alarms.recovered_at >= ${new Date(query.from)})`);
  if (query.to !== undefined) parts.push(sql`alarms.began_at < ${new Date(query.to)}`);
  return parts;
}

export const IS_ACTIVE = sql<SqlBool>`alarms.recovered_at IS NULL`;
export const IS_OVER = sql<SqlBool>`alarms.recovered_at IS NOT NULL`;

/** As the index of these says it. */
const ofRareType = (type: string) =>
  sql<SqlBool>`(alarms.type = ${type} AND alarms.type <> ${sql.lit('deviceFault')})`;

function askedOf(query: AlarmListQuery, now: number): RawBuilder<SqlBool>[] {
  const parts: RawBuilder<SqlBool>[] = [];
  if (query.state !== 'recovered') parts.push(IS_TOLD);
  if (query.handling && query.handling.length > 1) parts.push(anyOf('alarms.handling', query.handling));
  if (query.type?.length && (query.type.length > 1 || query.type[0] === 'deviceFault'))
    parts.push(anyOf('alarms.type', query.type));
  if (query.assigned === 'none') parts.push(sql`alarms.assigned_to IS NULL`);
  if (query.shielded === 'no') parts.push(sql`NOT ${isShielded(now)}`);
  return parts;
}

/** A device that is silent because its logger is silent is left out: the logger's alarm stands for both. */
const IS_TOLD = sql<SqlBool>`NOT (alarms.type = 'offline' AND alarms.recovered_at IS NULL AND EXISTS (
  SELECT FROM devices JOIN alarms AS of_parent ON of_parent.device_id = devices.parent_id
   WHERE devices.id = alarms.device_id AND of_parent.type = 'offline' AND of_parent.recovered_at IS NULL))`;

export const ofLevels = (levels: readonly AlarmLevel[]): RawBuilder<SqlBool> =>
  levels.length === 1 ? sql<SqlBool>`alarms.level = ${levels[0]}` : anyOf('alarms.level', levels);
