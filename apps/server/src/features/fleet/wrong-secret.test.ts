import { afterAll, expect, onTestFinished, test } from 'vitest';
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

test('of what nobody knows two are looked for at a time, one of a site, however many networks somebody makes', async () => {
  let [underWay, most] = [0, 0];
  const db = platform.db.withPlugin({
    transformQuery({ node }) {
      underWay += 1;
      most = Math.max(most, underWay);
      return node;
    },
    async transformResult({ result }) {
      underWay -= 1;
      return result;
    },
  });
  const config = { ...platform.config, keepUnknownDevices: false };
  const fleet = await openFleet({ ...platform, db, config });
  onTestFinished(() => fleet.stop());
  const { directory } = fleet;
  const mostOf = async (ask: (n: number) => Promise<unknown>) => {
    [underWay, most] = [0, 0];
    const asked = Array.from({ length: 100 }, (_, n) => ask(n).catch(({ key }: { key: string }) => key));
    const refusals = new Set(await Promise.all(asked));
    return { most, refusals: [...refusals] };
  };
  const network = (n: number) => `2001:db8:${n.toString(16)}::1`;
  const ofSite = (n: number) => `2001:db8:0:${n.toString(16)}::1`;
  expect(await mostOf((n) => directory.authenticate(`NOBODY-HAS-${n}`, 'x', 'mqtt', network(n)))).toEqual({
    most: 2,
    refusals: ['wrongDeviceSecret'],
  });
  expect(await mostOf((n) => directory.organisationOfKey(`sfk_none_${n}`, network(n)))).toEqual({
    most: 2,
    refusals: ['wrongIngestKey'],
  });
  expect(await mostOf((n) => directory.organisationOfKey(`sfk_no_${n}`, ofSite(n)))).toEqual({
    most: 1,
    refusals: ['wrongIngestKey'],
  });
});
