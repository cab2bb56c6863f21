import { DEVICE_SORTS } from '@sunfleet/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { systemActor } from '../../../platform/actor.ts';
import { sql } from 'kysely';
import { readListedScope } from '../../scope/index.ts';
import { readFew } from '../few-devices.ts';
import type { DeviceListQuery } from '../list-devices.ts';
import { createBoards } from './ask-board.ts';
import { createBoardKeeper } from './keep-board.ts';
import { readChanges, readWhole } from './read-board.ts';
import { readSerialOrder, type SerialOrder } from './serial-order.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const { db } = platform;

const organisation = await makeOrganisation(platform);
const DEVICES = 5000;

/** So many stations that lists go by the board, and devices whose values often agree or are not known. */
await sql`
  INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
  SELECT ${organisation.id}, 'Plant ' || n % 700, 'commercial', 50, 'UTC', 40, -3 FROM generate_series(1, 2500) AS n`.execute(
  db,
);
await sql`
  INSERT INTO devices (sn, kind, station_id, rated_power, name, model, manufacturer, firmware, warranty_end, production_date, blocked_at)
  SELECT 'BRD' || (n * 7919 % 100003), (ARRAY['inverter','meter','battery','logger'])[1 + n % 4], homes.first + n % 2500, 3000 + n % 9 * 1000,
    CASE WHEN n % 3 = 0 THEN 'Roof ' || n % 101 END, 'SG-' || n % 17, CASE WHEN n % 5 > 0 THEN 'Maker ' || n % 7 END, '1.' || n % 7,
    CASE WHEN n % 4 > 0 THEN date '2024-01-01' + n % 900 END, date '2020-01-01' + n % 700, CASE WHEN n % 50 = 0 THEN now() END
  FROM generate_series(1, ${DEVICES}::int) AS n, (SELECT min(id) AS first FROM stations WHERE name = 'Plant 1') AS homes`.execute(
  db,
);
await sql`UPDATE devices SET parent_id = (SELECT min(id) FROM devices WHERE kind = 'logger') WHERE id % 3 = 0 AND kind <> 'logger'`.execute(
  db,
);
await sql`
  INSERT INTO device_states (device_id, status, connection, power, energy_today, soc, signal, open_alarms, last_data_at)
  SELECT id, (ARRAY['normal','standby','online','abnormal','offline','connecting','backFilling'])[1 + id % 7], (ARRAY['v5','mqtt','http'])[id % 4],
    CASE WHEN id % 11 > 0 THEN id * 104729 % 997 END, id * 31 % 97, CASE WHEN id % 3 = 0 THEN id % 101 END, CASE WHEN id % 4 = 0 THEN -id % 101 END,
    CASE WHEN id % 50 = 0 THEN id % 3 ELSE 0 END, CASE WHEN id % 6 > 0 THEN now() - id % 90 * interval '1 hour' END FROM devices
  ON CONFLICT (device_id) DO UPDATE SET status = excluded.status, connection = excluded.connection, power = excluded.power,
    energy_today = excluded.energy_today, soc = excluded.soc, signal = excluded.signal, open_alarms = excluded.open_alarms, last_data_at = excluded.last_data_at`.execute(
  db,
);

const actor = { ...systemActor, at: platform.clock.now() };
const scoped = { actor, scope: await readListedScope(db, actor, true) };
const boards = createBoards(platform);
const query: DeviceListQuery = { bound: true, sort: 'power', order: 'asc', page: 1, pageSize: 20 };
beforeAll(async () => {
  boards.want();
  await vi.waitUntil(() => boards.ask(scoped, query), 30_000);
  // Serial numbers are put in order once somebody asks for it.
  await vi.waitUntil(async () => (await boards.ask(scoped, { ...query, sort: 'parent' }))?.ids, 30_000);
});

const FILTERS: readonly Partial<DeviceListQuery>[] = [
  {},
  { status: ['offline', 'abnormal'] },
  { kind: ['battery', 'meter'], connection: ['v5'] },
  { q: 'brd12' },
  { q: 'roof 1' },
  { name: 'roof', firmware: '1.3' },
  { model: 'sg-1', manufacturer: 'MAKER 3' },
  { station: 'plant 77' },
  { sn: '777' },
  { parent: 'brd' },
  { blocked: true },
  { power: '100..500', ratedPower: '5000..' },
  { energyToday: '..40', alarms: '0..1' },
  { soc: '20..80' },
  { signal: '-50..' },
  { silence: '5..40' },
  { silence: '5..' },
  { silence: '..5' },
  { warrantyEnd: '2024-06-01..2025-06-01' },
  { productionDate: '..2020-12-31', status: ['normal'] },
];

test.each(FILTERS)('the board answers as the database does, in every order: %j', async (filter) => {
  for (const sort of DEVICE_SORTS)
    for (const order of ['asc', 'desc'] as const)
      for (const page of [1, 7]) {
        const asked = { ...query, ...filter, sort, order, page };
        const [known, read] = await Promise.all([
          boards.ask(scoped, asked),
          readFew(platform, scoped, asked),
        ]);
        expect(known, `${sort} ${order} ${page}`).toEqual(read);
      }
});

test('lists of one station, of what has no station and of few stations are left to the database', async () => {
  expect(await boards.ask(scoped, { ...query, stationId: 1 })).toBeUndefined();
  expect(await boards.ask(scoped, { ...query, ids: [1] })).toBeUndefined();
  expect(await boards.ask(scoped, { ...query, bound: false })).toBeUndefined();
  expect(await boards.ask(await memberOf(await makeOrganisation(platform)), query)).toBeUndefined();
});

test('whoever sees a part finds it on the board, and nothing else', async () => {
  const elsewhere = await makeOrganisation(platform);
  const { id: stationId } = await makeStation(platform, { organisationId: elsewhere.id });
  const foreign = await makeDevice(platform, {
    organisationId: elsewhere.id,
    stationId,
    name: 'Roof foreign',
  });
  const member = await memberOf(organisation);
  const asked = { ...query, name: 'roof', pageSize: 5000 };
  const fresh = createBoards(platform);
  fresh.want();
  const all = await vi.waitUntil(() => fresh.ask(scoped, asked), 30_000);
  expect(all.ids).toContain(foreign.id);
  const known = await fresh.ask(member, asked);
  expect(known).toEqual(await readFew(platform, member, asked));
  expect(known!.ids).not.toContain(foreign.id);
});

test('what was written since is known after the next look, what went and what came as well', async () => {
  const read = (await readWhole(db))!;
  expect(read.board.size).toBe(await statesNow());
  const power = (board: typeof read.board, id: number) => board.column('power')[board.rowOf(id)!];
  const { id: changed } = await db
    .selectFrom('devices')
    .select('id')
    .where('sn', 'like', 'BRD%')
    .executeTakeFirstOrThrow();
  await db.updateTable('deviceStates').set({ power: 123_456 }).where('deviceId', '=', changed).execute();
  const stationId = (await db.selectFrom('stations').select('id').limit(1).executeTakeFirstOrThrow()).id;
  const made = await makeDevice(platform, { organisationId: organisation.id, stationId });
  const next = await readChanges(db, read);
  expect(next.board).toBe(read.board);
  expect(power(next.board, changed)).toBe(123_456);
  expect(next.board.rowOf(made.id)).toBeDefined();
  await db.deleteFrom('devices').where('id', '=', made.id).execute();
  const after = await readChanges(db, next);
  expect(after.board).toBe(read.board);
  expect(after.board.rowOf(made.id)).toBeUndefined();
  expect(after.board.size).toBe(await statesNow());
});

test('what a transaction writes that was open during a look is known after it has ended', async () => {
  let read = (await readWhole(db))!;
  const { id } = await db
    .selectFrom('devices')
    .select('id')
    .where('sn', 'like', 'BRD%')
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('deviceStates').set({ power: 7777 }).where('deviceId', '=', id).execute();
    read = await readChanges(db, read);
    expect(read.board.column('power')[read.board.rowOf(id)!]).not.toBe(7777);
  });
  read = await readChanges(db, read);
  expect(read.board.column('power')[read.board.rowOf(id)!]).toBe(7777);
});

test('very many are only counted until serial numbers are in order', async () => {
  const fresh = createBoards(platform);
  fresh.want();
  await vi.waitUntil(() => fresh.ask(scoped, query), 30_000);
  const asked = { ...query, sort: 'sn' } as const;
  expect(await fresh.ask(scoped, asked)).toMatchObject({ ids: undefined });
  const known = await vi.waitUntil(async () => {
    const answer = await fresh.ask(scoped, asked);
    return answer?.ids ? answer : undefined;
  }, 30_000);
  expect(known).toEqual(await readFew(platform, scoped, asked));
});

test('the order of serial numbers knows what came and what was moved since', async () => {
  const order = await readSerialOrder(db, undefined);
  const ids = async () =>
    (await db.selectFrom('devices').select('id').orderBy('sn').execute()).map(({ id }) => id);
  const inOrder = ({ placeOf }: SerialOrder, known: readonly number[]) =>
    known.toSorted((a, b) => placeOf[a]! - placeOf[b]!);
  const stationId = (await db.selectFrom('stations').select('id').limit(1).executeTakeFirstOrThrow()).id;
  const [first] = await ids();
  const made = await makeDevice(platform, { organisationId: organisation.id, stationId, sn: 'BRD0' });
  const next = await readSerialOrder(db, order);
  expect(inOrder(next, await ids())).toEqual(await ids());
  await db.updateTable('devices').set({ parentId: made.id }).where('id', '=', first!).execute();
  const moved = await readSerialOrder(db, next);
  expect(moved.placeOf).toBe(next.placeOf);
  expect(moved.parentOf[first!]).toBe(made.id);
});

test('more devices than there is memory for are not read', async () => {
  expect(await readWhole(db, DEVICES - 1)).toBeUndefined();
});

test('a board that cannot be refreshed is not believed, and is read again', async () => {
  let broken = false;
  const warned: string[] = [];
  const failing = {
    getExecutor() {
      if (broken) throw new Error('gone');
      return db.getExecutor();
    },
  } as typeof db;
  const log = { ...platform.log, warn: (_: unknown, said?: string) => void warned.push(String(said)) };
  const keeper = createBoardKeeper({ ...platform, db: failing, log: log as typeof platform.log });
  broken = true;
  keeper.want();
  await expect.poll(() => warned).toHaveLength(1);
  expect(keeper.current()).toBeUndefined();
  broken = false;
  keeper.want();
  await expect.poll(() => keeper.current()).toBeDefined();
});

async function memberOf({ id, scopePath }: Awaited<ReturnType<typeof makeOrganisation>>) {
  const role = 'organisationAdmin';
  const user = await makeUser(platform, { role, organisationId: id });
  const place = { organisationId: id, organisationPath: scopePath };
  const member = { ...actor, kind: 'user' as const, role, userId: user.id, ...place } as const;
  return { actor: member, scope: await readListedScope(db, member, true) };
}

async function statesNow(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::float8 AS n FROM device_states`.execute(db);
  return rows[0]!.n;
}
