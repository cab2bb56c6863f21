import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../../test/makers.ts';
import { devicesOfRule } from './rule-devices.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a rated power of next to nothing keeps no others from being judged, and tells nothing of the share of its device', async () => {
  const organisation = await makeOrganisation(platform);
  const [strange, usual] = [
    await makeStation(platform, { organisationId: organisation.id }),
    await makeStation(platform, { organisationId: organisation.id }),
  ];
  for (const ratedPower of [5e-324, 1e9]) await makeDevice(platform, { stationId: strange.id, ratedPower });
  for (const ratedPower of [10_000, 30_000]) await makeDevice(platform, { stationId: usual.id, ratedPower });
  const target = { organisationIds: [organisation.id], stationIds: [], labelIds: [], models: [] };
  const shares: (number | null)[] = [];
  for await (const page of devicesOfRule(platform.db, target)) shares.push(...page.map(({ share }) => share));
  expect(shares).toEqual([0.5, 0.5, 0.25, 0.75]);
});
