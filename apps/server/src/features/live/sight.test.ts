import type { QueryId } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import { systemActor } from '../../platform/actor.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { createSight, sameStations, sees } from './sight.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

async function ownerOf(count: number) {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: userId } = await makeUser(platform, { role: 'owner', organisationId });
  const stations = [];
  for (let n = 0; n < count; n += 1)
    stations.push(await makeStation(platform, { organisationId, ownerId: userId }));
  const actor: Actor = {
    ...systemActor,
    kind: 'user',
    role: 'owner',
    userId,
    organisationId,
    at: platform.clock.now(),
  };
  return { actor, organisationId, ids: stations.map(({ id }) => id).toSorted((a, b) => a - b) };
}

/** Counts how often stations are asked for, and keeps their answers back; which organisations are in scope is asked before. */
function counting(held: Promise<void> = Promise.resolve()) {
  const asked: QueryId[] = [];
  const answered: QueryId[] = [];
  const db = platform.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode') asked.push(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!asked.includes(queryId)) return result;
      answered.push(queryId);
      await held;
      return result;
    },
  });
  return { asked, answered, sight: createSight(db) };
}

test('a list holds what its owner sees, and nothing else', async () => {
  const { sight } = counting();
  const { actor, ids } = await ownerOf(3);
  const stations = await sight.stations(actor, 'telemetry.view');
  expect([...(stations ?? [])]).toEqual(ids);
  for (const id of ids) expect(sees(stations, id)).toBe(true);
  for (const id of [0, ids[0]! - 1, ids[2]! + 1]) expect(sees(stations, id)).toBe(false);
  expect(await sight.stations(systemActor, 'telemetry.view')).toBeUndefined();
});

test('a thousand streams of one person ask once while they wait, and hold one list', async () => {
  const { asked, sight } = counting();
  const { actor, ids } = await ownerOf(2);
  const look = () => sight.stations(actor, 'telemetry.view');
  const lists = await Promise.all(Array.from({ length: 1000 }, look));
  expect(asked).toHaveLength(1);
  expect(new Set(lists).size).toBe(1);
  expect(await look()).toBe(lists[0]);
  expect(lists[0]).toHaveLength(ids.length);
});

test('a look-up that comes after a change does not take the answer of one that began before', async () => {
  let release = () => {};
  const { answered, sight } = counting(new Promise((resolve) => (release = resolve)));
  const { actor, organisationId } = await ownerOf(1);
  const before = sight.stations(actor, 'telemetry.view');
  await vi.waitUntil(() => answered.length === 1);
  await makeStation(platform, { organisationId, ownerId: actor.userId });
  const after = sight.stations(actor, 'telemetry.view');
  release();
  expect(await after).toHaveLength(2);
  expect(sameStations(await before, await after)).toBe(false);
});
