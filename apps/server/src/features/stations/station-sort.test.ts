import { STATION_SORTS, STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { listStations } from './list-stations.ts';
import { escapeLike } from '../../platform/postgres/list-query.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const states: { status: StationStatus; alarmsEmergency: number; alarmsGeneral: number; alarmsTip: number }[] =
  [
    ...STATION_STATUSES.map((status) => ({ status, alarmsEmergency: 0, alarmsGeneral: 0, alarmsTip: 0 })),
    { status: 'alarm', alarmsEmergency: 1, alarmsGeneral: 0, alarmsTip: 0 },
    { status: 'alarm', alarmsEmergency: 0, alarmsGeneral: 2, alarmsTip: 900 },
    { status: 'alarm', alarmsEmergency: 0, alarmsGeneral: 2, alarmsTip: 5 },
    { status: 'normal', alarmsEmergency: 0, alarmsGeneral: 0, alarmsTip: 5000 },
  ];

beforeAll(async () => {
  for (const state of states.toReversed()) {
    const { id } = await makeStation(platform);
    await platform.db.updateTable('stationStates').set(state).where('stationId', '=', id).execute();
  }
});

const list = (query: Partial<Parameters<typeof listStations>[2]> = {}) =>
  listStations(platform, systemActor, { page: 1, pageSize: 50, sort: 'worst', order: 'desc', ...query });

test('worst first is the precedence of the statuses; among equals emergencies count before generals before tips', async () => {
  const { rows } = await list();
  expect(
    rows.map(({ live }) => [live.status, live.alarms.emergency, live.alarms.general, live.alarms.tip]),
  ).toEqual([
    ['connecting', 0, 0, 0],
    ['offline', 0, 0, 0],
    ['partlyOffline', 0, 0, 0],
    ['emergency', 0, 0, 0],
    ['alarm', 1, 0, 0],
    ['alarm', 0, 2, 900],
    ['alarm', 0, 2, 5],
    ['alarm', 0, 0, 0],
    ['standby', 0, 0, 0],
    ['normal', 0, 0, 5000],
    ['normal', 0, 0, 0],
  ]);
});

test('loss is what is missing against the expectation; who is not heard may have lost all of it', async () => {
  const { rows } = await list({ sort: 'name', order: 'asc' });
  const ids = rows.map(({ id }) => id).slice(0, 5);
  const known = [
    { expectedToday: 50, energyToday: 45, communication: 'online' },
    { expectedToday: 40, energyToday: null, communication: 'offline' },
    { expectedToday: 60, energyToday: 20, communication: 'online' },
    { expectedToday: 90, energyToday: null, communication: 'online' },
    { expectedToday: 10, energyToday: 12, communication: 'online' },
  ] as const;
  const write = (index: number, values: { expectedToday: number | null; energyToday: number | null }) =>
    platform.db.updateTable('stationStates').set(values).where('stationId', '=', ids[index]!).execute();
  for (const [index, values] of known.entries()) await write(index, values);
  const byLoss = await list({ sort: 'loss', sums: true });
  const order = byLoss.rows.map(({ id }) => ids.indexOf(id)).filter((index) => index >= 0);
  expect(order.slice(0, 2).toSorted()).toEqual([1, 2]);
  expect(order).toEqual([...order.slice(0, 2), 0, 4, 3]);
  const byShare = await list({ sort: 'expected', order: 'asc' });
  expect(byShare.rows.slice(0, 3).map(({ id }) => ids.indexOf(id))).toEqual([2, 0, 4]);
  expect(byLoss.sums).toMatchObject({
    expectedToday: 120,
    energyOfExpected: 77,
    lostToday: 45,
    energyToday: 77,
  });
  for (const index of known.keys()) await write(index, { expectedToday: null, energyToday: null });
});

test('sums are of the whole filter, on whatever page', async () => {
  const all = await list({ pageSize: 2, page: 3, sums: true });
  expect(all.sums).toMatchObject({ capacityKw: states.length * 100, power: null, lostToday: null });
  expect((await list({ status: ['alarm'], pageSize: 1, sums: true })).sums?.capacityKw).toBe(400);
  expect((await list({ status: [], sums: true })).sums).toMatchObject({ capacityKw: 0, energyToday: null });
});

test('every sort order is SQL that PostgreSQL takes, in both directions, and its pages do not overlap', async () => {
  // Those of revenue want a currency: `station-filter.test.ts`.
  for (const sort of STATION_SORTS.filter((name) => !name.startsWith('revenue'))) {
    for (const order of ['asc', 'desc'] as const) {
      const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, order, page, pageSize: 4 })));
      const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id));
      expect(new Set(ids).size, `${sort} ${order}`).toBe(states.length);
    }
  }
});

test('no status chosen from an empty list is no station', async () => {
  expect(await list({ status: [] })).toMatchObject({ total: 0, rows: [], counts: { alarm: 4 } });
  expect((await list({ status: ['alarm', 'alarm', 'offline'] })).total).toBe(5);
});

test('search by trigram and by pass find the same', async () => {
  const { rows } = await list({ q: 'st' });
  expect(rows).toHaveLength(states.length);
  expect((await list({ q: 'station' })).total).toBe(states.length);
  expect((await list({ q: 'Statiom' })).total).toBe(0);
});

test.each(['50%', 'a_b', String.raw`back\slash`])('"%s" matches itself and nothing like it', async (text) => {
  const like = sql<{ same: boolean; other: boolean }>`
    SELECT ${text} LIKE ${escapeLike(text)} AS same, ${text.replaceAll(/[%_\\]/g, 'x')} LIKE ${escapeLike(text)} AS other`;
  expect((await like.execute(platform.db)).rows).toEqual([{ same: true, other: false }]);
});
