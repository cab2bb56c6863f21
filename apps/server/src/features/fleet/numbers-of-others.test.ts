import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, type makeDevice } from '../../../test/makers.ts';
import { makeSecretDevice } from '../../../test/secret-device.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

let count = 0;
const newSn = () => `SF-OTHERS-${process.pid}-${(count += 1)}`;

/** SN of a device with a secret that the directory knows. */
const known = async (values?: Parameters<typeof makeDevice>[1]): Promise<string> =>
  (await makeSecretDevice(platform, directory, values)).row.sn;

test('a key finds out by lists which serial numbers others have no more often than they may be looked up, and its own devices go on', async () => {
  const { id: elsewhere } = await makeOrganisation(platform);
  const home = await makeOrganisation(platform);
  const organisation = { id: home.id, code: home.code, manages: new Set([home.id]) };
  const own = await known({ organisationId: home.id });
  const others: string[] = [];
  for (let place = 0; place <= LIMITS.lookUpsHourly; place += 1)
    others.push(await known({ organisationId: elsewhere }));
  const last = others.pop()!;
  const ask = (sn: string) => () => directory.forKey(organisation, sn);
  for (const sn of [...others, ...others]) expect(ask(sn)).toThrow('noDataPermission');
  expect(ask(last)).toThrow('tooManyRequests');
  expect(ask(newSn())).toThrow('tooManyRequests');
  expect(ask(own)()).toMatchObject({ sn: own });
});

test('whose network has no room for unknown devices is not told which serial numbers there are', async () => {
  const unknownDevices = { ...platform.config.unknownDevices, perNetwork: 1 };
  const taken = await known();
  const full = await openFleet({ ...platform, config: { ...platform.config, unknownDevices } });
  const from = (sn: string) => full.directory.authenticate(sn, 'a guess', 'mqtt', '192.0.2.44');
  await expect(from(taken)).rejects.toMatchObject({ key: 'wrongDeviceSecret' });
  await from(newSn());
  for (const sn of [taken, newSn()]) await expect(from(sn)).rejects.toMatchObject({ key: 'tooManyRequests' });
  await full.stop();
});
