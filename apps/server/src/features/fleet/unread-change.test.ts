import { afterAll, expect, test, vi } from 'vitest';
import { failingDb } from '../../../test/failing-db.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { revokeSecret } from '../devices/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const away = failingDb(platform.db);
const fleet = await openFleet({ ...platform, db: away.db });
afterAll(async () => {
  away.isAway = false;
  await fleet.stop();
  await platform.stop();
});

const context = { actor: systemActor, language: 'en-US', address: null, bearer: '' } as const;

test('a secret ends also where PostgreSQL was restarted right after it was announced', async () => {
  const { id: stationId, organisationId } = await makeStation(platform);
  const secret = { secretHash: Buffer.from('hash'), secretSalt: Buffer.from('salt') };
  const device = await makeDevice(platform, { stationId, organisationId, ...secret });
  await fleet.ensure([device.id]);
  away.isAway = true;
  await revokeSecret(platform, context, device.id);
  await vi.waitUntil(() => away.refused > 1, { timeout: 5000 });
  expect(fleet.directory.secrets.isRevoked(device.id)).toBe(false);
  away.isAway = false;
  await vi.waitUntil(() => fleet.directory.secrets.isRevoked(device.id), { timeout: 5000 });
});
