import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { computedReader } from './read-computed.ts';
import { newStationState } from './station-state.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const [NOON, MINUTE] = [Date.UTC(2026, 5, 21, 12), 60_000];

test('curves of running days are taken as they are computed, each once, and none that is older than an hour', async () => {
  const stations = [await makeStation(platform), await makeStation(platform)];
  const states = new Map(stations.map(({ id }) => [id, newStationState(id, new Float64Array(40))]));
  const changedStations = new Set<number>();
  const read = computedReader(platform.db, { station: (id) => states.get(id), changedStations });
  const say = async (place: number, at: number, todayKwh: number) => {
    const values = {
      model: 'any',
      computedUntil: new Date(at - MINUTE),
      todayStart: new Date(NOON - 12 * 60 * MINUTE),
      todayKwh,
      todayBy: 'peers' as const,
      todayAt: new Date(at),
    };
    await platform.db
      .insertInto('expectedStations')
      .values({ stationId: stations[place]!.id, ...values })
      .onConflict((conflict) => conflict.column('stationId').doUpdateSet(values))
      .execute();
  };
  const taken = async (now: number) => {
    await read(now);
    const changed = [...changedStations].map((id) => states.get(id)!.computed!.kwh);
    changedStations.clear();
    return changed;
  };
  await say(0, NOON, 3);
  await say(1, NOON - 61 * MINUTE, 9);
  expect(await taken(NOON)).toEqual([3]);
  expect(states.get(stations[0]!.id)!.computed).toEqual({
    dayStart: NOON - 12 * 60 * MINUTE,
    until: NOON - MINUTE,
    kwh: 3,
    by: 'peers',
  });
  expect(await taken(NOON + MINUTE)).toEqual([]);
  await say(1, NOON + 2 * MINUTE, 4);
  expect(await taken(NOON + 2 * MINUTE)).toEqual([4]);
});
