import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { portfolioOverview } from './portfolio-overview.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

/** Noon in Madrid in June, where makers put their stations; 23:40 in Sydney. */
const NOON = Date.UTC(2026, 5, 21, 12);
platform.clock.set(NOON);

const AT_NIGHT = { timeZone: 'Australia/Sydney', latitude: -33.9, longitude: 151.2 };

async function gave(
  energyToday: number,
  values: Partial<typeof AT_NIGHT & { capacityKw: number }> = {},
  irradiationToday: number | null = null,
): Promise<number> {
  const { id } = await makeStation(platform, values);
  await platform.db
    .updateTable('stationStates')
    .set({ energyToday, expectedToday: 100, irradiationToday, communication: 'online' })
    .where('stationId', '=', id)
    .execute();
  return id;
}

const judge = async () => {
  const { worst, judged } = await portfolioOverview(platform, systemActor);
  return { judged, weak: worst.map(({ id }) => id) };
};

test('weak is who gave clearly less than the sun offered, and nobody for standing last in a list of those who gave enough', async () => {
  await gave(30, AT_NIGHT);
  expect(await judge()).toEqual({ judged: 0, weak: [] });
  await gave(108);
  await gave(130);
  // What is shown as 95 % is not below 95 %.
  await gave(94.6);
  expect(await judge()).toEqual({ judged: 3, weak: [] });
  const [weak, weakest] = [await gave(94), await gave(20)];
  expect(await judge()).toEqual({ judged: 5, weak: [weakest, weak] });
});

test('a place next to the equator keeps nobody from an overview', async () => {
  const before = await portfolioOverview(platform, systemActor);
  await gave(100, { timeZone: 'UTC', latitude: 5e-324, longitude: 0 });
  expect((await portfolioOverview(platform, systemActor)).stations).toBe(before.stations + 1);
});

test('no performance ratio follows from the first light of a morning', async () => {
  await gave(0, {}, 0.002);
  expect(await portfolioOverview(platform, systemActor)).toMatchObject({
    measured: 0,
    performanceRatio: null,
  });
  await gave(80, {}, 1);
  const { measured, performanceRatio } = await portfolioOverview(platform, systemActor);
  expect(measured).toBe(1);
  expect(performanceRatio).toBeCloseTo(0.8);
});

test('the least and the greatest that rules let through break the overview of nobody', async () => {
  const { leastFigure, leastValue, largestValue } = LIMITS;
  await gave(largestValue, { capacityKw: leastFigure }, largestValue);
  await gave(leastValue, { capacityKw: 10_000_000 }, leastValue);
  await platform.db.updateTable('stationStates').set({ expectedToday: leastValue }).execute();
  expect((await portfolioOverview(platform, systemActor)).best).not.toEqual([]);
});
