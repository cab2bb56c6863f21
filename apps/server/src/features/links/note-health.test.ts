import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { createLinkDoors } from './create-link-doors.ts';
import { getConnection } from './get-connection.ts';

const platform = await testPlatform();
const { clock } = platform;
afterAll(() => platform.stop());

const HOUR_MS = 3_600_000;

test('reconnects, refused frames and the last error of a logger are counted for a day', async () => {
  const { id } = await makeDevice(platform, { kind: 'logger' });
  const doors = createLinkDoors(platform);
  const health = async () => (await getConnection(platform, systemActor, id))?.health;
  let connections = 0;
  const connect = () => {
    connections += 1;
    return doors.connected(id, {
      connection: `c${connections}`,
      address: '203.0.113.7',
      replaces: async () => false,
    });
  };
  await connect();
  expect(await health()).toBeNull();
  const since = clock.now();
  await connect();
  await doors.troubled(id, { error: 'malformed', at: since, refused: 4 });
  clock.set(since + HOUR_MS);
  await connect();
  await doors.troubled(id, { error: 'noAnswer', at: clock.now(), refused: 0 });
  const lastError = { word: 'noAnswer', at: clock.now() };
  expect(await health()).toEqual({ since, reconnects: 2, refused: 4, lastError });
  clock.set(since + 25 * HOUR_MS);
  await connect();
  expect(await health()).toEqual({ since: clock.now(), reconnects: 1, refused: 0, lastError });
  doors.stop();
});
