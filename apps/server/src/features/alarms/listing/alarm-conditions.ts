import type { AlarmLevel } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { anyOf } from '../../../platform/postgres/list-query.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { notEndedId, seesEverything, type StationCondition } from '../../scope/index.ts';
import { isShielded } from '../../alarm-shields/index.ts';
import { alarmsMatching } from './alarm-matches.queries.ts';
import type { AlarmListQuery } from './alarm-list-query.ts';
import { alarmsShielded } from './shielded-alarms.queries.ts';

export interface AlarmReader {
  actor: Actor;
  scope: StationCondition;
  now: number;
}

/** Which alarms a list is of, whatever their level. */
export interface AlarmConditions {
  /** What they are read from, as `alarms`. */
  source: RawBuilder<unknown>;
  /** What indexes find. */
  found: readonly RawBuilder<SqlBool>[];
  /** What each of those is asked. */
  asked: readonly RawBuilder<SqlBool>[];
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
  const source = isAll ? sql`alarms` : sql`alarms JOIN stations ON stations.id = alarms.station_id`;
  return {
    source,
    found: [
      ...(isAll ? [] : [sql<SqlBool>`${scope(expressionBuilder<Tables, 'stations'>())}`]),
      ...foundBy(actor, query),
      ...(matching ? [matching] : []),
      ...(shielded ? [shielded] : []),
    ],
    asked: [
      sql<SqlBool>`alarms.station_id IS NOT NULL`,
      ...(isAll ? [notEndedId(sql`alarms.station_id`)] : []),
      ...askedOf(query, now),
    ],
    // Those that stand are newer than most that ended, and whose people look after stand in no one order.
    inOrder: isAll && !matching && !shielded && query.state !== 'recovered' && query.assigned !== 'anybody',
  };
}

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
