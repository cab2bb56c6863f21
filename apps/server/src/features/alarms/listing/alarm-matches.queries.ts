import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { seesMasked, type Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { contains } from '../../../platform/postgres/list-query.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { StationCondition } from '../../scope/index.ts';
import type { Found } from './found.ts';
import { oneOf } from './one-of.ts';

/** So many of each are named; of more it is asked for each alarm. */
const MOST_NAMED = 1000;

interface Named {
  stations: number[];
  /** By their serial number. */
  devices: number[];
  /** By their name. */
  calledDevices: number[];
  codes: string[];
}

export interface AlarmSearch {
  q: string;
  actor: Actor;
  scope: StationCondition;
}

interface Matching extends Found {
  /** Where it is found in codes alone: these. */
  codes: readonly string[] | undefined;
}

/**
 * Condition on `alarms` that a text is found in what they are of. Stations, devices and codes are searched first, so that their alarms are read along indexes;
 * undefined where nothing has the text. Visitors, who see serial numbers masked, find no devices.
 */
export async function alarmsMatching(db: Db, search: AlarmSearch): Promise<Matching | undefined> {
  const { stations, devices, calledDevices, codes } = await readNamed(db, search);
  const parts: RawBuilder<SqlBool>[] = [];
  if (stations.length > MOST_NAMED) parts.push(sql`alarms.station_id IN (${stationsCalled(search)})`);
  else if (stations.length > 0) parts.push(oneOf('alarms.station_id', stations));
  if (devices.length > MOST_NAMED) parts.push(sql`alarms.device_id IN (${devicesNumbered(search)})`);
  else if (devices.length > 0) parts.push(oneOf('alarms.device_id', devices));
  if (calledDevices.length > MOST_NAMED)
    parts.push(sql`(alarms.device_id IN (${devicesCalled(search)}) AND ${STILL_THERE})`);
  else if (calledDevices.length > 0)
    parts.push(sql`(${oneOf('alarms.device_id', calledDevices)} AND ${STILL_THERE})`);
  if (codes.length > MOST_NAMED) parts.push(sql`alarms.code IN (${codesWith(search)})`);
  else if (codes.length > 0) parts.push(oneOf('alarms.code', codes));
  if (parts.length === 0) return undefined;
  const isOne = parts.length === 1 && stations.length === 0 && devices.length + codes.length === 1;
  return {
    where: sql<SqlBool>`(${sql.join(parts, sql` OR `)})`,
    along: isOne ? 'inOrder' : 'inNone',
    codes: parts.length === 1 && codes.length > 0 && codes.length <= MOST_NAMED ? codes : undefined,
  };
}

/** The name of a device that has left is what somebody else calls it. */
const STILL_THERE = sql<SqlBool>`EXISTS (SELECT FROM devices WHERE devices.id = alarms.device_id AND devices.station_id = alarms.station_id)`;

const stationsCalled = ({ q, scope }: AlarmSearch) =>
  sql`SELECT stations.id FROM stations WHERE ${contains('stations.name', q)} AND ${scope(expressionBuilder<Tables, 'stations'>())}`;
const devicesNumbered = ({ q }: AlarmSearch) =>
  sql`SELECT devices.id FROM devices WHERE ${contains('devices.sn', q)}`;
const devicesCalled = ({ q }: AlarmSearch) =>
  sql`SELECT devices.id FROM devices WHERE devices.name IS NOT NULL AND ${contains('devices.name', q)}`;
const codesWith = ({ q }: AlarmSearch) =>
  sql`SELECT alarm_codes.code FROM alarm_codes WHERE ${contains('alarmCodes.code', q)}`;

async function readNamed(db: Db, search: AlarmSearch): Promise<Named> {
  const upTo = MOST_NAMED + 1;
  const some = (ids: RawBuilder<unknown>) => sql`ARRAY(${ids} LIMIT ${upTo})::float8[]`;
  const none = sql`'{}'::float8[]`;
  const isBlind = seesMasked(search.actor);
  const { rows } = await sql<Named>`
    SELECT ${some(stationsCalled(search))} AS stations, ${isBlind ? none : some(devicesNumbered(search))} AS devices,
           ${isBlind ? none : some(devicesCalled(search))} AS called_devices,
           ARRAY(${codesWith(search)} LIMIT ${upTo}) AS codes`.execute(db);
  return rows[0]!;
}
