import { LIMITS, type AlarmLevel, type routes, type RouteOutput } from '@sunfleet/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import type { UsersTable } from '../../platform/postgres/tables/accounts.ts';
import type { AlarmsTable } from '../../platform/postgres/tables/alarms.ts';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import { registerAlarmsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerAlarmsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const HOUR = 3_600_000;
const now = platform.clock.now();
let codes = 0;

function raise(device: Selectable<DevicesTable>, values: Partial<Insertable<AlarmsTable>> = {}) {
  return platform.db
    .insertInto('alarms')
    .values({
      stationId: device.stationId,
      deviceId: device.id,
      type: 'deviceFault',
      code: `C${(codes += 1)}`,
      level: 'general',
      textKey: 'faults.deye.F18',
      beganAt: new Date(now - HOUR),
      lastSeenAt: new Date(now),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const administrator = await makeUser(platform);

/** Lists alarms of one station as somebody who sees few, and the same as somebody who sees all: both read them in other ways. */
async function listed(
  { user, station }: Awaited<ReturnType<typeof mintFleet>>,
  query: Record<string, string | number>,
): Promise<string[]> {
  const [few, all] = [
    await list(user, query),
    await list(administrator, { ...query, stationId: station.id }),
  ];
  expect(codesOf(all)).toEqual(codesOf(few));
  return codesOf(few);
}

async function list(user: Selectable<UsersTable> | undefined, query: Record<string, string | number> = {}) {
  const { get } = await as({ id: user?.id ?? null });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  const answer = await get(`/alarms?${search}`);
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as RouteOutput<typeof routes.listAlarms>;
}

/** An organisation of its own with one station, one device and somebody who sees only these. */
async function mintFleet(shared = false) {
  const organisation = await makeOrganisation(platform);
  const station = await makeStation(platform, { organisationId: organisation.id, shared });
  const device = await makeDevice(platform, { stationId: station.id });
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  return { organisation, station, device, user };
}

test('the search tells nobody what the next owner of a device calls it', async () => {
  const [before, next] = [await mintFleet(), await mintFleet()];
  const alarm = await raise(before.device);
  const name = `Roof of ${alarm.code}`;
  const rename = (values: object) =>
    platform.db
      .updateTable('devices')
      .set({ name, ...values })
      .where('id', '=', before.device.id)
      .execute();
  await rename({});
  expect((await list(before.user, { q: 'Roof of' })).total).toBe(1);
  await rename({ stationId: next.station.id, organisationId: next.organisation.id });
  expect((await list(before.user, { q: 'Roof of' })).total).toBe(0);
  expect((await list(before.user, { q: before.device.sn })).total).toBe(1);
});

const codesOf = (page: RouteOutput<typeof routes.listAlarms>) => page.rows.map(({ code }) => code);

test('everybody sees the alarms of their own stations only', async () => {
  const mine = await mintFleet();
  const theirs = await mintFleet();
  const alarm = await raise(mine.device);
  await raise(theirs.device);
  const page = await list(mine.user);
  expect(page).toMatchObject({
    total: 1,
    counts: { tip: 0, general: 1, emergency: 0 },
    more: { total: false, counts: false },
  });
  expect(page.rows).toEqual([
    {
      id: alarm.id,
      level: 'general',
      textKey: 'faults.deye.F18',
      code: alarm.code,
      type: 'deviceFault',
      station: { id: mine.station.id, name: mine.station.name, timeZone: 'Europe/Madrid' },
      device: { id: mine.device.id, sn: mine.device.sn, kind: 'inverter' },
      beganAt: now - HOUR,
      lastSeenAt: now,
      recoveredAt: null,
      count: 1,
      handling: 'unhandled',
      handled: null,
      assignee: null,
      shield: null,
      loss: null,
    },
  ]);
  expect((await list(mine.user, { stationId: theirs.station.id })).total).toBe(0);
});

test('a visitor sees shared stations with serial numbers masked', async () => {
  const { device } = await mintFleet(true);
  await mintFleet().then((fleet) => raise(fleet.device));
  const { id: assignedTo } = await makeUser(platform);
  await raise(device, { assignedTo });
  const page = await list(undefined);
  expect(page.total).toBe(1);
  expect(page.rows[0]?.device?.sn).not.toBe(device.sn);
  expect(page.rows[0]?.assignee).toBeNull();
  expect((await list(undefined, { q: device.sn })).total).toBe(0);
});

test('where nothing was lost the worst and then the newest come first', async () => {
  const { device, user } = await mintFleet();
  const levels: AlarmLevel[] = ['general', 'tip', 'emergency', 'general'];
  const rows: Selectable<AlarmsTable>[] = [];
  for (const [hours, level] of levels.entries()) {
    rows.push(await raise(device, { level, beganAt: new Date(now - (9 - hours) * HOUR) }));
  }
  const expected = [2, 3, 0, 1].map((index) => rows[index]!.code);
  expect(codesOf(await list(user))).toEqual(expected);
  expect(codesOf(await list(user, { pageSize: 2, page: 2 }))).toEqual(expected.slice(2));
  expect(codesOf(await list(user, { sort: 'beganAt', order: 'asc' }))).toEqual(rows.map(({ code }) => code));
});

test('the longest lasting come first when asked', async () => {
  const { device, user } = await mintFleet();
  const short = await raise(device, {
    beganAt: new Date(now - 9 * HOUR),
    recoveredAt: new Date(now - 8 * HOUR),
  });
  const standing = await raise(device, { beganAt: new Date(now - 2 * HOUR) });
  expect(codesOf(await list(user, { state: 'all', sort: 'duration' }))).toEqual([standing.code, short.code]);
});

test('filters narrow the rows, and counts ignore the filter of the level', async () => {
  const { device, station, user } = await mintFleet();
  const other = await makeDevice(platform, { stationId: station.id });
  const standing = await raise(device, { level: 'tip' });
  const ended = await raise(device, {
    beganAt: new Date(now - 5 * HOUR),
    recoveredAt: new Date(now - 4 * HOUR),
  });
  const ofOther = await raise(other, { level: 'emergency', code: 'GRID_100%' });
  expect(codesOf(await list(user, { state: 'recovered' }))).toEqual([ended.code]);
  expect(codesOf(await list(user, { deviceId: other.id }))).toEqual([ofOther.code]);
  expect(codesOf(await list(user, { q: '100%' }))).toEqual([ofOther.code]);
  expect(codesOf(await list(user, { q: device.sn.toLowerCase() }))).toEqual([standing.code]);
  expect(await list(user, { level: 'tip' })).toMatchObject({
    total: 1,
    rows: [{ code: standing.code }],
    counts: { tip: 1, general: 0, emergency: 1 },
  });
});

test('an alarm belongs to a range when it stood within it', async () => {
  const { device, user } = await mintFleet();
  const ended = await raise(device, {
    beganAt: new Date(now - 5 * HOUR),
    recoveredAt: new Date(now - 4 * HOUR),
  });
  const standing = await raise(device, { beganAt: new Date(now - HOUR) });
  const range = (from: number, to: number) =>
    list(user, { state: 'all', sort: 'beganAt', from: now + from * HOUR, to: now + to * HOUR });
  expect(codesOf(await range(-4.5, -4.2))).toEqual([ended.code]);
  expect(codesOf(await range(-3, -2))).toEqual([]);
  expect(codesOf(await range(-4.5, 0))).toEqual([standing.code, ended.code]);
});

test('the silence behind a silent logger is not told beside that of the logger', async () => {
  const { station, user } = await mintFleet();
  const logger = await makeDevice(platform, { stationId: station.id, kind: 'logger' });
  const child = await makeDevice(platform, { stationId: station.id, parentId: logger.id });
  const silence = { type: 'offline', textKey: 'faults.platform.offline' } as const;
  const ofChild = await raise(child, silence);
  const ofLogger = await raise(logger, silence);
  expect(codesOf(await list(user))).toEqual([ofLogger.code]);
  await platform.db
    .updateTable('alarms')
    .set({ recoveredAt: new Date(now) })
    .where('id', '=', ofLogger.id)
    .execute();
  expect(codesOf(await list(user))).toEqual([ofChild.code]);
});

test('the least loss comes first when asked: what nobody counted, what cost nothing, then what cost little, each by its level', async () => {
  const fleet = await mintFleet();
  const { device } = fleet;
  const losses = [700, 0, null, 30, null, 0, 30] as const;
  const levels: AlarmLevel[] = ['tip', 'general', 'tip', 'general', 'emergency', 'emergency', 'tip'];
  const rows: Selectable<AlarmsTable>[] = [];
  for (const [index, lost] of losses.entries())
    rows.push(
      await raise(device, { lost, level: levels[index]!, recoveredAt: index % 2 ? new Date(now) : null }),
    );
  const expected = [4, 2, 5, 1, 3, 6, 0].map((index) => rows[index]!.code);
  const upwards = { state: 'all', sort: 'loss', order: 'asc' };
  expect(await listed(fleet, upwards)).toEqual(expected);
  expect(await listed(fleet, { ...upwards, page: 2, pageSize: 3 })).toEqual(expected.slice(3, 6));
  const downwards = [0, 3, 6, 5, 1, 4, 2].map((index) => rows[index]!.code);
  expect(await listed(fleet, { state: 'all', sort: 'loss' })).toEqual(downwards);
});

test('levels follow each other in both directions, each with its newest first', async () => {
  const fleet = await mintFleet();
  const { device } = fleet;
  const levels: AlarmLevel[] = ['tip', 'emergency', 'general', 'tip', 'general'];
  const rows: Selectable<AlarmsTable>[] = [];
  for (const [hours, level] of levels.entries())
    rows.push(await raise(device, { level, beganAt: new Date(now - (9 - hours) * HOUR) }));
  const inOrder = (indexes: number[]) => indexes.map((index) => rows[index]!.code);
  const sorted = async (query: object) => await listed(fleet, { state: 'all', sort: 'level', ...query });
  expect(await sorted({ order: 'asc' })).toEqual(inOrder([3, 0, 4, 2, 1]));
  expect(await sorted({})).toEqual(inOrder([1, 4, 2, 3, 0]));
  expect(await sorted({ order: 'asc', level: 'general,emergency', page: 2, pageSize: 2 })).toEqual(
    inOrder([1]),
  );
});

test('those that stand come among those that ended by how long they stood', async () => {
  const fleet = await mintFleet();
  const { device } = fleet;
  const spans = [
    [9, 8],
    [2, 0],
    [30, 5],
    [20, 0],
  ] as const;
  const rows: Selectable<AlarmsTable>[] = [];
  for (const [from, to] of spans)
    rows.push(
      await raise(device, {
        beganAt: new Date(now - from * HOUR),
        recoveredAt: to === 0 ? null : new Date(now - to * HOUR),
      }),
    );
  const expected = [0, 1, 3, 2].map((index) => rows[index]!.code);
  const upwards = { state: 'all', sort: 'duration', order: 'asc' };
  expect(await listed(fleet, upwards)).toEqual(expected);
  expect(await listed(fleet, { ...upwards, page: 2, pageSize: 2 })).toEqual(expected.slice(2));
  expect(await listed(fleet, { ...upwards, state: 'recovered' })).toEqual([expected[0], expected[3]]);
});

test('of very many it says that there are more than were counted', async () => {
  const { device, user } = await mintFleet();
  await sql`INSERT INTO alarms (station_id, device_id, type, code, level, text_key, began_at, last_seen_at)
    SELECT ${device.stationId}::bigint, ${device.id}::bigint, 'deviceFault', 'M' || n, 'general', 'faults.deye.F18',
           ${new Date(now)}::timestamptz - n * interval '1 second', ${new Date(now)}::timestamptz
      FROM generate_series(1, ${LIMITS.alarmsCounted}::int) AS n`.execute(platform.db);
  const last = await raise(device, {
    level: 'tip',
    handling: 'confirmed',
    beganAt: new Date(now - 99 * HOUR),
  });
  const first = await list(user, { pageSize: 20 });
  expect(first.more).toEqual({ total: true, counts: true });
  expect(first.total).toBe(LIMITS.alarmsCounted);
  const end = await list(user, { sort: 'beganAt', pageSize: 20, page: LIMITS.alarmsCounted / 20 + 1 });
  expect(codesOf(end)).toEqual([last.code]);
  expect([end.total, end.more.total]).toEqual([LIMITS.alarmsCounted + 1, false]);
  const tips = await list(user, { level: 'tip' });
  expect([tips.total, tips.more]).toEqual([1, { total: false, counts: true }]);
  expect(codesOf(await list(user, { handling: 'confirmed' }))).toEqual([last.code]);
  const quiet = await list(user, { shielded: 'yes' });
  expect([quiet.total, quiet.more]).toEqual([0, { total: false, counts: false }]);
});

test('who reaches very many stations sees the alarms of these alone', async () => {
  const [mine, theirs] = [await mintFleet(), await mintFleet()];
  await sql`INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
    SELECT ${mine.organisation.id}::bigint, 'Plant ' || n, 'commercial', 60, 'UTC', 40, 0 FROM generate_series(1, 1001) AS n`.execute(
    platform.db,
  );
  const alarm = await raise(mine.device);
  await raise(theirs.device);
  const page = await list(mine.user);
  expect([codesOf(page), page.total]).toEqual([[alarm.code], 1]);
});
