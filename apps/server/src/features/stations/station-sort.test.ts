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

test('every sort order is SQL that PostgreSQL takes, in both directions, and its pages do not overlap', async () => {
  for (const sort of STATION_SORTS) {
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
