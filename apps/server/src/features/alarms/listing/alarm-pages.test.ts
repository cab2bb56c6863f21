import { ALARM_SORTS, routes, type AlarmLevel } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../../test/makers.ts';
import type { Actor } from '../../../platform/actor.ts';
import { readStationScope } from '../../scope/index.ts';
import { listAlarms } from '../list-alarms.ts';
import { alarmConditions } from './alarm-conditions.ts';
import type { AlarmPageQuery } from './alarm-list-query.ts';
import { readIdsInOrder } from './ordered-alarms.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const { db } = platform;
const now = Math.floor(platform.clock.now() / 1000) * 1000;
const HOUR = 3_600_000;

const few = await makeOrganisation(platform);
const many = await makeOrganisation(platform);
const owner = await makeUser(platform, { role: 'owner', organisationId: few.id });
const readers: Record<string, Actor> = {
  all: actorOf(await makeUser(platform), null),
  few: actorOf(
    await makeUser(platform, { role: 'organisationAdmin', organisationId: few.id }),
    few.scopePath,
  ),
  many: actorOf(
    await makeUser(platform, { role: 'organisationAdmin', organisationId: many.id }),
    many.scopePath,
  ),
  owner: actorOf(owner, null),
};

function actorOf(user: Awaited<ReturnType<typeof makeUser>>, organisationPath: string | null): Actor {
  const { id: userId, role, organisationId } = user;
  return {
    kind: 'user',
    userId,
    sessionId: null,
    apiKeyId: null,
    role,
    access: null,
    organisationId,
    organisationPath,
    at: now,
  };
}

/** Two organisations, one with more stations than are named; loggers with devices behind them, one of which has left its station. */
await sql`
  INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude, owner_id, ended_at)
  SELECT CASE WHEN n <= 6 THEN ${few.id}::bigint ELSE ${many.id}::bigint END, 'Plant ' || n, 'commercial', 60, 'UTC', 40, 0,
    CASE WHEN n IN (2, 3) THEN ${owner.id}::bigint END, CASE WHEN n = 6 THEN now() END FROM generate_series(1, 1012) AS n ORDER BY n`.execute(
  db,
);
await sql`
  INSERT INTO devices (sn, kind, station_id, name)
  SELECT 'PG' || n, CASE WHEN n % 4 = 0 THEN 'logger' ELSE 'inverter' END, (SELECT min(id) FROM stations) + n / 4,
    CASE WHEN n % 3 = 0 THEN 'Roof ' || n END FROM generate_series(0, 39) AS n ORDER BY n`.execute(db);
await sql`UPDATE devices SET parent_id = devices.id - n.number % 4 FROM (SELECT id, substr(sn, 3)::int AS number FROM devices) AS n
  WHERE n.id = devices.id AND n.number % 4 > 0`.execute(db);
await sql`
  INSERT INTO alarms (station_id, device_id, type, code, level, text_key, handling, began_at, last_seen_at, recovered_at, lost, assigned_to)
  SELECT devices.station_id, devices.id, (ARRAY['deviceFault','deviceFault','offline','rule'])[1 + n / 9 % 4],
    CASE WHEN n / 9 % 4 = 2 THEN 'offline' ELSE 'F' || n / 7 % 5 END, (ARRAY['tip','general','general','emergency'])[1 + n * 7 % 4],
    (ARRAY['faults.deye.F18','faults.platform.code'])[1 + n / 11 % 2], (ARRAY['unhandled','processed','confirmed'])[1 + n / 3 % 3],
    began, began, CASE WHEN n % 3 > 0 THEN began + n % 5 * interval '40 minutes' END,
    (ARRAY[NULL, 0, 0, 30, n % 13])[1 + n / 5 % 5], CASE WHEN n % 6 = 0 THEN ${owner.id}::bigint WHEN n % 17 = 0 THEN ${readers['all']!.userId}::bigint END
  FROM generate_series(1, 900) AS n
    JOIN devices ON devices.id = (SELECT min(id) FROM devices) + n * 11 % 40,
    LATERAL (SELECT ${new Date(now)}::timestamptz - n % 97 * interval '1 hour' AS began) AS span
  ON CONFLICT (device_id, code) WHERE recovered_at IS NULL DO NOTHING`.execute(db);
await sql`UPDATE devices SET station_id = station_id + 8 WHERE sn = 'PG9'`.execute(db);
await sql`
  INSERT INTO alarm_shields (station_id, device_id, code, text_key, level, reason, kind, created_at, until)
  SELECT station_id, CASE WHEN number % 8 = 1 THEN id END, CASE WHEN number = 5 THEN '' ELSE 'F1' END, CASE WHEN number = 5 THEN '' ELSE 'faults.deye.F18' END,
    'general', 'Known', CASE WHEN number = 5 THEN 'maintenance' ELSE 'fault' END, ${new Date(now)}::timestamptz - interval '50 hours',
    CASE WHEN number % 2 = 1 THEN ${new Date(now)}::timestamptz + interval '9 hours' END
  FROM (SELECT *, substr(sn, 3)::int AS number FROM devices) AS devices WHERE number % 4 = 1`.execute(db);
await sql`ANALYZE`.execute(db);

/** Everything that is asked of an alarm, read without any order or index in mind. */
interface Plain {
  id: number;
  stationId: number;
  organisationId: number;
  ownerId: number | null;
  deviceId: number;
  type: string;
  code: string;
  level: AlarmLevel;
  handling: string;
  assignedTo: number | null;
  began: number;
  recovered: number | null;
  lost: number | null;
  words: string;
  shielded: boolean;
  untold: boolean;
}

const { rows: plain } = await sql<Plain>`
  SELECT a.id, a.station_id, s.organisation_id, s.owner_id, a.device_id, a.type, a.code, a.level, a.handling, a.assigned_to,
    extract(epoch FROM a.began_at)::float8 * 1000 AS began, extract(epoch FROM a.recovered_at)::float8 * 1000 AS recovered, a.lost,
    lower(concat_ws(chr(10), s.name, d.sn, a.code, CASE WHEN d.station_id = a.station_id THEN d.name END)) AS words,
    EXISTS (SELECT FROM alarm_shields h WHERE h.station_id = a.station_id AND h.created_at <= coalesce(a.recovered_at, ${new Date(now)})
      AND coalesce(h.until, 'infinity') > coalesce(a.recovered_at, ${new Date(now)})
      AND (h.kind = 'maintenance' OR h.code = a.code AND h.text_key = a.text_key AND coalesce(h.device_id, a.device_id) = a.device_id)) AS shielded,
    a.type = 'offline' AND a.recovered_at IS NULL AND EXISTS (SELECT FROM alarms p WHERE p.device_id = d.parent_id
      AND p.type = 'offline' AND p.recovered_at IS NULL) AS untold
  FROM alarms a JOIN devices d ON d.id = a.device_id JOIN stations s ON s.id = a.station_id WHERE s.ended_at IS NULL`.execute(
  db,
);

const reached: Record<string, (alarm: Plain) => boolean> = {
  all: () => true,
  few: ({ organisationId }) => organisationId === few.id,
  many: ({ organisationId }) => organisationId === many.id,
  owner: ({ ownerId }) => ownerId === owner.id,
};

const RANK: Record<AlarmLevel, number> = { tip: 1, general: 2, emergency: 3 };
const lossOf = ({ lost }: Plain) => lost ?? Number.NEGATIVE_INFINITY;
const stood = ({ began, recovered }: Plain) => (recovered ?? now) - began;
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
const newest = (a: Plain, b: Plain) => compare(b.began, a.began) || compare(b.id, a.id);

function inOrder({ sort, order }: AlarmPageQuery): (a: Plain, b: Plain) => number {
  const way = order === 'asc' ? 1 : -1;
  const rank = (a: Plain, b: Plain) => compare(RANK[a.level], RANK[b.level]);
  switch (sort) {
    case 'beganAt':
      return (a, b) => -way * newest(a, b);
    case 'level':
      return (a, b) => way * rank(a, b) || newest(a, b);
    case 'duration':
      return (a, b) => way * compare(stood(a), stood(b)) || -way * newest(a, b);
    case 'loss':
      return (a, b) => way * compare(lossOf(a), lossOf(b)) || -rank(a, b) || newest(a, b);
  }
}

/** Whether an alarm is of the list, whatever its level. */
function fits(query: AlarmPageQuery, { userId }: Actor, alarm: Plain): boolean {
  const { state, handling, type, assigned, shielded, from, to } = query;
  const { recovered, assignedTo } = alarm;
  const isAssigned = { mine: assignedTo === userId, none: assignedTo === null, anybody: assignedTo !== null };
  return (
    (state === 'all' || (state === 'active') === (recovered === null)) &&
    (state === 'recovered' || !alarm.untold) &&
    (!handling?.length || (handling as string[]).includes(alarm.handling)) &&
    (!type?.length || (type as string[]).includes(alarm.type)) &&
    (!assigned || isAssigned[assigned]) &&
    (shielded === 'all' || (shielded === 'yes') === alarm.shielded) &&
    (!query.stationId || alarm.stationId === query.stationId) &&
    (!query.deviceId || alarm.deviceId === query.deviceId) &&
    (query.code === undefined || alarm.code === query.code) &&
    (!query.q || alarm.words.includes(query.q.toLowerCase())) &&
    (from === undefined || recovered === null || recovered >= from) &&
    (to === undefined || alarm.began < to)
  );
}

const { stationId, deviceId } = plain.find(({ code }) => code === 'F1')!;

const FILTERS = [
  'state=all',
  'state=active',
  'state=recovered',
  'state=all&level=general,emergency',
  'state=active&level=tip',
  'state=all&handling=unhandled',
  'state=all&handling=confirmed,processed',
  'state=active&level=tip&handling=unhandled&assigned=mine',
  'state=all&type=rule',
  'state=all&type=deviceFault',
  'state=active&type=offline',
  'state=all&type=offline,rule&level=tip,emergency',
  'state=all&shielded=yes',
  'state=all&shielded=yes&level=general',
  'state=active&shielded=yes',
  'state=all&shielded=all',
  'state=all&assigned=mine',
  'state=all&assigned=none',
  'state=all&assigned=anybody',
  'state=active&assigned=anybody&level=emergency',
  'state=all&code=F1',
  'state=recovered&code=F1&shielded=all&level=tip,general',
  `state=all&stationId=${stationId}`,
  `state=all&deviceId=${deviceId}&code=F1`,
  `state=all&from=${now - 20 * HOUR}`,
  `state=all&from=${now - 60 * HOUR}&to=${now - 40 * HOUR}`,
  `state=recovered&to=${now - 40 * HOUR}&handling=confirmed`,
  'state=all&q=Plant%201',
  'state=all&q=pg1',
  'state=all&q=F1',
  'state=active&q=roof%203',
  'state=all&q=nothing%20at%20all',
];

/** What a list has to answer, of a plain reading of all alarms. */
function expected(query: AlarmPageQuery, reader: string) {
  const { page, pageSize, level = [] } = query;
  const found = plain.filter((alarm) => reached[reader]!(alarm) && fits(query, readers[reader]!, alarm));
  const counts = { tip: 0, general: 0, emergency: 0 };
  for (const one of found) counts[one.level] += 1;
  const chosen = found.filter((one) => level.length === 0 || level.includes(one.level));
  const shown = chosen.toSorted(inOrder(query)).slice((page - 1) * pageSize, page * pageSize);
  return {
    ids: shown.map(({ id }) => id),
    total: chosen.length,
    counts,
    more: { total: false, counts: false },
  };
}

/** The same where these are too many to be read as a whole. */
async function idsOfMany(query: AlarmPageQuery, reader: string): Promise<number[]> {
  const actor = readers[reader]!;
  const scope = await readStationScope(db, actor, 'alarms.view');
  const conditions = await alarmConditions(db, { actor, scope, now }, query, 3);
  const { page, pageSize } = query;
  if (!conditions) return [];
  return await readIdsInOrder(db, conditions, {
    query,
    now,
    rows: pageSize,
    before: (page - 1) * pageSize,
  });
}

test.each(FILTERS.map((filter, turn) => [filter, turn] as const))(
  'pages in every order are those of a plain reading of all alarms: %s',
  async (filter, turn) => {
    let asked = turn;
    for (const reader of Object.keys(readers))
      for (const sort of ALARM_SORTS) {
        asked += 1;
        // Both directions, and pages far within, in turns.
        const order = asked % 2 === 0 ? 'asc' : 'desc';
        const search = `${filter}&sort=${sort}&order=${order}&page=${asked % 4 < 2 ? 1 : 3}&pageSize=7`;
        const query = routes.listAlarms.query.parse(Object.fromEntries(new URLSearchParams(search)));
        const { rows, total, counts, more } = await listAlarms(
          { db, clock: { now: () => now } as never },
          readers[reader]!,
          query,
        );
        const answer = { ids: rows.map(({ id }) => id), total, counts, more };
        expect(answer, `${reader} ${search}`).toEqual(expected(query, reader));
        if (reader === 'all' || reader === 'few')
          expect(await idsOfMany(query, reader), `many: ${reader} ${search}`).toEqual(answer.ids);
      }
  },
);
