import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { FleetIndex } from './fleet-index.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('the key of an organisation registers devices up to its number, and another organisation goes on', async () => {
  const index = new FleetIndex();
  const directory = createDeviceDirectory(platform, index, async () => {});
  const [full, other] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  for (let n = 2; n < LIMITS.devicesPerOrganisation; n += 1) index.owned.change(full.id, 1);
  const register = async ({ id, code }: { id: number; code: string }, sn: string) =>
    directory.forKey({ id, code, manages: new Set([id]) }, sn);
  const tries = await Promise.allSettled(['QUOTA-1', 'QUOTA-2', 'QUOTA-3'].map((sn) => register(full, sn)));
  expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(tries[2]).toMatchObject({ reason: { key: 'tooManyDevices' } });
  await register(other, 'QUOTA-4');
  await directory.stop();
});
