import { afterAll, expect, test } from 'vitest';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { createSight } from './sight.ts';
import { subscribe } from './subscription.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a stream of many devices asks for all of them at once, in the turns of people', async () => {
  const { id: stationId, organisationId } = await makeStation(platform);
  const devices: number[] = [];
  for (let n = 0; n < 40; n += 1)
    devices.push((await makeDevice(platform, { stationId, organisationId })).id);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const organisationPath = `/${organisationId}/`;
  const at = platform.clock.now();
  const own = {
    kind: 'user',
    role: 'organisationAdmin',
    userId,
    organisationId,
    organisationPath,
    at,
  } as const;
  const actor: Actor = { ...systemActor, ...own };
  let asked = 0;
  const db = platform.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const parts = { db, sight: createSight(db) };
  expect((await subscribe(parts, actor, { stations: undefined, devices })).devices.size).toBe(40);
  expect(asked).toBeLessThan(6);
  const foreign = await makeDevice(platform, {});
  const refused = subscribe(parts, actor, { stations: undefined, devices: [...devices, foreign.id] });
  await expect(refused).rejects.toMatchObject({ key: 'deviceNotFound', values: { id: foreign.id } });
});
