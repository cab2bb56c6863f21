import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { readDue, readDueIds } from './due-stations.queries.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const { db, clock } = platform;

async function pricedStations(count: number): Promise<number[]> {
  const own = await makeOrganisation(platform);
  await makeUser(platform, { organisationId: own.id });
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    // Whoever makes an organisation for each station has one turn.
    const { id: organisationId } =
      n < 2 ? own : await makeOrganisation(platform, own, n < 4 ? 'tight' : 'loose');
    const { id } = await makeStation(platform, { organisationId, currency: 'EUR', priceBuy: 0.3 });
    const states = db.insertInto('stationStates').values({ stationId: id });
    await states.onConflict((conflict) => conflict.doNothing()).execute();
    ids.push(id);
  }
  return ids;
}

test('stations are counted in turns of families of organisations, however many stations and organisations one has', async () => {
  const many = await pricedStations(5);
  const [one] = await pricedStations(1);
  const known = new Set([...many, one!]);
  const due = (await readDueIds(db, clock.now())).filter((id) => known.has(id));
  expect(due).toEqual([many[0], one, ...many.slice(1)]);
  const wholly = (await readDue(db, due, clock.now())).toSorted((a, b) => a.id - b.id);
  expect(wholly).toEqual([...many, one!].map((id) => ({ id, whole: true })));
});

test('one that was ended is not counted until it comes back', async () => {
  const [kept, ended] = await pricedStations(2);
  const set = (endedAt: Date | null) =>
    db.updateTable('stations').set({ endedAt }).where('id', '=', ended!).execute();
  const due = async () => (await readDueIds(db, clock.now())).filter((id) => id === kept || id === ended);
  await set(new Date(clock.now()));
  expect(await due()).toEqual([kept]);
  await set(null);
  expect(await due()).toEqual([kept, ended]);
});
