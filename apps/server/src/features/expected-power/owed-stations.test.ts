import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { nextToLearn } from './learn-stations.ts';
import { addStations, holdDue, peekDue } from './owed-stations.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

const NOW = Date.UTC(2026, 5, 21, 12);
const FIVE = 300_000;

/** Stations of one organisation that are computed until now and owe until a time. */
async function owing(stations: number, owedTo: number) {
  const { id: organisationId } = await makeOrganisation(platform);
  const made: number[] = [];
  for (let n = 0; n < stations; n += 1) made.push((await makeStation(platform, { organisationId })).id);
  await addStations(db);
  await db
    .updateTable('expectedStations')
    .set({ computedUntil: new Date(NOW), owedFrom: new Date(0), owedTo: new Date(owedTo) })
    .where('stationId', 'in', made)
    .execute();
  return made;
}

test('whoever owes newer months of many stations again and again keeps nobody else from a turn', async () => {
  const busy = await owing(6, NOW);
  const [patient] = await owing(1, NOW - 40 * 86_400_000);
  const query = { until: NOW - FIVE, limit: 2, done: [] };
  for (const draw of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const peeked = await peekDue(db, { ...query, draw });
    expect(peeked).toContain(patient);
    const held = await db.transaction().execute((trx) => holdDue(trx, { ...query, draw }));
    expect(held.map(({ stationId }) => stationId)).toEqual(peeked);
  }
  const firsts = await Promise.all(
    Array.from({ length: 40 }, (_, draw) => peekDue(db, { ...query, limit: 1, draw })),
  );
  expect(new Set(firsts.flat())).toEqual(new Set([busy[0], patient]));
});

test('those that are behind go before whatever is owed', async () => {
  const { id } = await makeStation(platform);
  await addStations(db);
  const [first] = await peekDue(db, { until: NOW - FIVE, limit: 1, done: [], draw: 1 });
  expect(first).toBe(id);
});

test('it is learned of stations in turns of organisations, however long those of one take', async () => {
  const busy = await owing(3, NOW);
  const [patient] = await owing(1, NOW);
  const looked = (ids: readonly number[], calibratedAt: Date) =>
    db
      .updateTable('expectedStations')
      .set({ model: 'm', calibratedAt })
      .where('stationId', 'in', ids)
      .execute();
  await looked(busy, new Date(NOW - 3 * 86_400_000));
  await looked([patient!], new Date(NOW - 2 * 86_400_000));
  const spent = new Map<number | null, number>();
  const next = async () => (await nextToLearn(db, { before: NOW - 86_400_000, spent }))!;
  const first = await next();
  expect(first.stationId).toBe(busy[0]);
  spent.set(first.organisationId, 120_000);
  const second = await next();
  expect(second.stationId).toBe(patient);
  await looked([patient!], new Date(NOW));
  spent.set(second.organisationId, 50);
  // Nobody else waits.
  expect((await next()).stationId).toBe(busy[0]);
});
