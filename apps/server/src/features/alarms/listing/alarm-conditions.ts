import type { AlarmLevel } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { anyOf } from '../../../platform/postgres/list-query.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { notEndedId, seesEverything, type StationCondition } from '../../scope/index.ts';
import { isHeard, isShielded } from '../../alarm-shields/index.ts';
import { alarmsMatching } from './alarm-matches.queries.ts';
import { oneOf } from './one-of.ts';
import type { AlarmListQuery } from './alarm-list-query.ts';
import type { Found } from './found.ts';
import { alarmsShielded } from './shielded-alarms.queries.ts';

export interface AlarmReader {
  actor: Actor;
  scope: StationCondition;
  now: number;
}

/** Which alarms a list is of, whatever their level. */
export interface AlarmConditions {
  /** Whether they stand or ended. */
  state: AlarmListQuery['state'];
  /** What indexes find. Of those that have one to themselves the narrowest is first. */
  found: readonly Found[];
  /** What each of those is asked. */
  asked: readonly RawBuilder<SqlBool>[];
  /** How many the stations and codes have that are asked for, where these are so few that all are read along the index of stations and put in order. */
  few: number | undefined;
  /** Whether they are looked for newest first: not where stations are named. */
  inOrder: boolean;
}

/** Undefined where no alarm can be of the list. Up to `mostRead` alarms of some stations are all read. */
export async function alarmConditions(
  db: Db,
  reader: AlarmReader,
  query: AlarmListQuery,
  mostRead = MOST_READ,
): Promise<AlarmConditions | undefined> {
  const { actor, scope, now } = reader;
  const matching = query.q ? await alarmsMatching(db, { q: query.q, actor, scope }) : undefined;
  if (query.q && !matching) return undefined;
  const shielded = query.shielded === 'yes' ? await alarmsShielded(db, { scope, now }) : undefined;
  if (query.shielded === 'yes' && !shielded) return undefined;
  const isAll = seesEverything(actor);
  const reach = isAll ? undefined : await readReach(db, scope);
  if (reach?.length === 0) return undefined;
  const named = reach && reach.length <= MOST_NAMED ? reach : undefined;
  const few = await countFew(db, {
    stations: query.stationId ? [query.stationId] : (shielded?.stations ?? named),
    codes: query.code === undefined ? (shielded?.codes ?? matching?.codes) : [query.code],
    mostRead,
  });
  const handling = query.handling?.length === 1 ? [sql<SqlBool>`alarms.handling = ${query.handling[0]}`] : [];
  return {
    state: query.state,
    found: [
      ...narrowOf(actor, query),
      ...(matching ? [matching] : []),
      ...codeOf(query),
      ...(shielded ? [shielded] : []),
      ...wideOf(query),
      ...(named ? [{ where: ofStations(named, few === undefined && isOfObjects(matching)) }] : []),
      // The index of stations does not know it.
      ...(few === undefined ? handling.map((where) => ({ where })) : []),
    ],
    asked: [
      sql<SqlBool>`alarms.station_id IS NOT NULL`,
      ...(isAll ? [notEndedId(sql`alarms.station_id`)] : []),
      ...(reach && !named ? [ofManyStations(scope)] : []),
      ...(few === undefined ? [] : handling),
      ...askedOf(query),
      ...(query.shielded === 'no' ? [isLoud(query, now, few !== undefined)] : []),
      ...(shielded?.asked ?? []),
    ],
    few,
    inOrder: !named,
  };
}

/** So many stations are named, so that the database knows how many alarms these have; of more it is asked for each alarm, along the order. */
const MOST_NAMED = 1000;

/** So many alarms are read and put in order rather than looked for along an order in which all others stand as well. */
const MOST_READ = 50_000;

/** Whether a text names what is narrower than the stations somebody reaches. */
const isOfObjects = (matching: Awaited<ReturnType<typeof alarmsMatching>>): boolean =>
  matching !== undefined && matching.codes === undefined;

/** `afterwards`: asked of what another index finds. The database would read all alarms of the stations beside it. */
const ofStations = (stations: readonly number[], afterwards: boolean): RawBuilder<SqlBool> =>
  afterwards
    ? sql<SqlBool>`(${oneOf('alarms.station_id', stations)}) IS TRUE`
    : oneOf('alarms.station_id', stations);

/** Stations, up to one more than are named. */
async function readReach(db: Db, scope: StationCondition): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    SELECT ARRAY(SELECT stations.id FROM stations WHERE ${scope(expressionBuilder<Tables, 'stations'>())} LIMIT ${MOST_NAMED + 1})::float8[] AS ids`.execute(
    db,
  );
  return rows[0]!.ids;
}

/** How many alarms of these codes, or of any, these stations have; undefined where they are very many, or nobody names stations. */
async function countFew(
  db: Db,
  {
    stations,
    codes,
    mostRead,
  }: { stations: readonly number[] | undefined; codes: readonly string[] | undefined; mostRead: number },
): Promise<number | undefined> {
  if (!stations) return undefined;
  const ofCodes = codes ? sql`AND ${oneOf('alarms.code', codes)}` : sql``;
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::float8 AS n FROM (
      SELECT FROM unnest(${[...stations]}::bigint[]) AS station (id) CROSS JOIN LATERAL (
        SELECT FROM alarms WHERE alarms.station_id = station.id ${ofCodes} LIMIT ${mostRead + 1}) AS own
       LIMIT ${mostRead + 1}) AS read`.execute(db);
  const { n } = rows[0]!;
  return n <= mostRead ? n : undefined;
}

/** Read as a set once: as a join it would be taken for a few of all alarms, and all of these be read. */
const ofManyStations = (scope: StationCondition) =>
  sql<SqlBool>`(alarms.station_id IN (SELECT stations.id FROM stations WHERE ${scope(expressionBuilder<Tables, 'stations'>())})) IS TRUE`;

function narrowOf(actor: Actor, query: AlarmListQuery): Found[] {
  const parts: Found[] = [];
  if (query.deviceId) parts.push({ where: sql`alarms.device_id = ${query.deviceId}`, along: 'inOrder' });
  const { stationId: station } = query;
  if (station) parts.push({ where: sql`alarms.station_id = ${station}`, along: 'inNone', station });
  if (query.type?.length === 1 && query.type[0] !== 'deviceFault')
    parts.push({ where: ofRareType(query.type[0]!), along: 'inOrder' });
  if (query.assigned === 'mine')
    parts.push({ where: sql`alarms.assigned_to = ${actor.userId}`, along: 'inOrder' });
  return parts;
}

const codeOf = ({ code }: AlarmListQuery): Found[] =>
  code === undefined ? [] : [{ where: sql`alarms.code = ${code}`, along: 'inOrder' }];

function wideOf(query: AlarmListQuery): Found[] {
  const parts: Found[] = [];
  if (query.assigned === 'anybody')
    parts.push({ where: sql`alarms.assigned_to IS NOT NULL`, along: 'inNone' });
  // An alarm belongs to a range when it stood at any time of it.
  if (query.from !== undefined)
    parts.push({
      where: sql`(alarms.recovered_at IS NULL OR alarms.recovered_at >= ${new Date(query.from)})`,
    });
  if (query.to !== undefined) parts.push({ where: sql`alarms.began_at < ${new Date(query.to)}` });
  return parts;
}

export const IS_ACTIVE = sql<SqlBool>`alarms.recovered_at IS NULL`;
export const IS_OVER = sql<SqlBool>`alarms.recovered_at IS NOT NULL`;

export const ofState = (state: AlarmListQuery['state']): RawBuilder<SqlBool>[] =>
  state === 'all' ? [] : [state === 'active' ? IS_ACTIVE : IS_OVER];

/** As the index of these says it. */
const ofRareType = (type: string) =>
  sql<SqlBool>`(alarms.type = ${type} AND alarms.type <> ${sql.lit('deviceFault')})`;

function askedOf(query: AlarmListQuery): RawBuilder<SqlBool>[] {
  const parts: RawBuilder<SqlBool>[] = [];
  if (query.state !== 'recovered') parts.push(IS_TOLD);
  if (query.handling && query.handling.length > 1) parts.push(anyOf('alarms.handling', query.handling));
  if (query.assigned === 'none') parts.push(sql`alarms.assigned_to IS NULL`);
  if (query.type?.length && (query.type.length > 1 || query.type[0] === 'deviceFault'))
    parts.push(anyOf('alarms.type', query.type));
  return parts;
}

/** Nothing keeps it quiet. Said so that it is looked up for each where few are asked; the database would go through all shields for each of them, as it takes them for still less. */
function isLoud(query: AlarmListQuery, now: number, areFew: boolean): RawBuilder<SqlBool> {
  return areFew || (query.assigned === 'mine' && query.state === 'active')
    ? sql<SqlBool>`${isShielded(now)} IS NOT TRUE`
    : isHeard(now);
}

/** A device that is silent because its logger is silent is left out: the logger's alarm stands for both. */
const IS_TOLD = sql<SqlBool>`NOT (alarms.type = 'offline' AND alarms.recovered_at IS NULL AND EXISTS (
  SELECT FROM devices JOIN alarms AS of_parent ON of_parent.device_id = devices.parent_id
   WHERE devices.id = alarms.device_id AND of_parent.type = 'offline' AND of_parent.recovered_at IS NULL))`;

export const ofLevels = (levels: readonly AlarmLevel[]): RawBuilder<SqlBool> =>
  levels.length === 1 ? sql<SqlBool>`alarms.level = ${levels[0]}` : anyOf('alarms.level', levels);
