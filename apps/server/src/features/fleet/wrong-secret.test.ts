import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice } from '../../../test/makers.ts';
import { mintDeviceSecret, storeDeviceSecret } from '../devices/index.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a wrong secret costs the store what an unknown SN costs, so that its time does not tell which SNs there are', async () => {
  const { sn } = await makeDevice(platform, storeDeviceSecret(mintDeviceSecret()));
  let queries = 0;
  const db = platform.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const strict = await openFleet({
    ...platform,
    db,
    config: { ...platform.config, keepUnknownDevices: false },
  });
  const costOf = async (shown: string) => {
    queries = 0;
    const refused = { key: 'wrongDeviceSecret' };
    await expect(strict.directory.authenticate(shown, 'x', 'http', '192.0.2.1')).rejects.toMatchObject(
      refused,
    );
    return queries;
  };
  expect([await costOf('NOBODY-HAS-IT'), await costOf(sn)]).toEqual([1, 1]);
  await strict.stop();
});
