import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeUser } from '../../../test/makers.ts';
import { registerOrganisationsRoutes } from './index.ts';

const platform = await testPlatform();
const api = await openApi(platform, registerOrganisationsRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

/** An organisation and its administrator. */
async function administered() {
  const organisation = await makeOrganisation(platform);
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  return { organisation, own: await api.as(admin) };
}

test('an organisation says how many devices and custom points it has, of how many', async () => {
  const { organisation, own } = await administered();
  const device = await makeDevice(platform, { organisationId: organisation.id });
  const createdAt = new Date(platform.clock.now());
  const point = (key: string, organisationId: number | null) =>
    platform.db
      .insertInto('customPoints')
      .values({ key: `${key}.${organisation.id}`, organisationId, broughtBy: null, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
  const used = await point('used', organisation.id);
  await point('left', organisation.id);
  const ofOthers = await point('before', null);
  for (const { id: pointId } of [used, ofOthers])
    await platform.db.insertInto('deviceCustomPoints').values({ deviceId: device.id, pointId }).execute();
  const { data } = await own.get(`/organisations/${organisation.id}`);
  expect(data.quotas).toEqual({
    devices: { used: 1, limit: 100_000 },
    customPoints: { used: 1, limit: 1000 },
    samplesToday: { used: 0, limit: 1_000_000_000 },
    samplesStored: { used: 0, limit: 100_000_000_000 },
    stationFiles: { used: 0, limit: 4 * 1024 * 1024 * 1024 },
  });
});

test('an administrator of the platform limits what an organisation stores, which the log keeps; its own administrators see it and cannot', async () => {
  const { organisation, own } = await administered();
  const today = new Date(platform.clock.now()).toISOString().slice(0, 10);
  await platform.db
    .insertInto('sampleDays')
    .values({
      share: `organisation ${organisation.id}`,
      day: today,
      organisationId: organisation.id,
      samples: 41,
    })
    .execute();
  await platform.db
    .insertInto('storedSamples')
    .values({ organisationId: organisation.id, samples: 900, countedAt: new Date(platform.clock.now()) })
    .execute();
  const limits = { samplesPerDay: 50, samplesStored: null };
  const path = `/organisations/${organisation.id}/limits`;
  expect((await own.put(path, limits)).error).toBe('noDataPermission');
  const platformAdmin = await api.as(await makeUser(platform));
  expect((await platformAdmin.put(path, { ...limits, samplesPerDay: -1 })).error).toBe('invalidInput');
  expect((await platformAdmin.put(path, limits)).data).toMatchObject(limits);
  const { data } = await own.get(`/organisations/${organisation.id}`);
  expect(data.quotas).toMatchObject({
    samplesToday: { used: 41, limit: 50 },
    samplesStored: { used: 900, limit: 100_000_000_000 },
  });
  const entry = await platform.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'organisations.edit')
    .where('objectId', '=', String(organisation.id))
    .executeTakeFirst();
  expect(entry).toMatchObject({
    before: { samplesPerDay: null, samplesStored: null },
    after: limits,
  });
});
