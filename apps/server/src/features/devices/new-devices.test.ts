import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { openFleet } from '../fleet/index.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_NEW_DEVICES_PER_DAY: '3' });
platform.clock.set(Date.now());
const { server, someone } = await openApi(platform, registerDevicesRoutes);
const fleet = await openFleet(platform);
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

const newSn = () => `NEW${randomUUID().slice(0, 12)}`;

/** A person with a station, and the ingest key of the same organisation. */
async function adding(role: 'owner' | 'organisationAdmin' = 'owner') {
  const { organisationId, user, post } = await someone(role);
  const station = await makeStation(platform, { organisationId: organisationId!, ownerId: user.id });
  const key = { id: organisationId!, code: 'x', manages: new Set([organisationId!]) };
  return {
    organisationId,
    add: (sn = newSn()) => post(`/stations/${station.id}/devices`, { sn, kind: 'inverter' }),
    bring: async (sn = newSn()) => fleet.directory.forKey(key, sn),
    unbind: (id: number) => post(`/devices/${id}/unbind`),
  };
}

const tooMany = { key: 'tooManyNewDevices' };

test('nobody takes serial numbers by the thousand by hand: a personal account adds so many on a day', async () => {
  const [squatter, other] = [await adding(), await adding()];
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => squatter.add()));
  expect(answers.map(({ error }) => error ?? 'added').toSorted()).toEqual([
    'added',
    'added',
    'added',
    'tooManyNewDevices',
    'tooManyNewDevices',
  ]);
  expect((await other.add()).code).toBe(200);
  await sql`UPDATE devices SET created_at = ${new Date(platform.clock.now() - 86_400_000)}
    WHERE organisation_id = ${squatter.organisationId}`.execute(platform.db);
  expect((await squatter.add()).code).toBe(200);
});

test('what a key brought counts when it is bound, and what was bound counts when it is unbound again', async () => {
  const { bring, add, unbind } = await adding('organisationAdmin');
  const { sn } = await bring();
  await vi.waitUntil(() => fleet.directory.bySn(sn));
  expect((await add(sn)).code).toBe(200);
  const { data } = await add();
  expect((await unbind(data.device.id)).code).toBe(200);
  await bring();
  await expect(bring()).rejects.toMatchObject(tooMany);
  expect((await add()).error).toBe('tooManyNewDevices');
});
