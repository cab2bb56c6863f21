import { isOffered, type Grant, type Permission } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY = 86_400_000;
const inDays = (days: number) => platform.clock.now() + days * DAY;

type Someone = Awaited<ReturnType<typeof someone>>;

/** Grants one station to a person, who accepts. */
async function grantTo(owner: Someone, grantee: Someone, of: { stationId: number; more?: object }) {
  const { data } = await owner.post('/grants', {
    object: { stationIds: [of.stationId] },
    to: { account: grantee.user.email! },
    role: 'viewer',
    endsAt: inDays(365),
    ...of.more,
  });
  await grantee.post(`/grants/${(data as Grant).id}/accept`);
  return data as Grant;
}

/** An owner with a station in the organisation of an installer, and a service provider elsewhere. */
async function scene() {
  const installer = await someone('installer');
  const owner = await someone('owner', { organisationId: installer.organisationId });
  const station = await makeStation(platform, {
    organisationId: installer.organisationId!,
    ownerId: owner.user.id,
    handedOverAt: new Date(platform.clock.now()),
  });
  return { installer, owner, station, service: await someone('serviceProvider') };
}

const authority = (who: Someone, id: number, type = 1) =>
  who.get(`/bps/plant/authority?id=${id}&type=${type}`);

test('by role, as owner and by grant, on stations and devices', async () => {
  const { owner, installer, station, service } = await scene();
  const device = await makeDevice(platform, { stationId: station.id });
  expect((await authority(owner, station.id)).data).toMatchObject({ by: 'own', endsAt: null });
  expect((await authority(installer, device.id, 2)).data).toMatchObject({ by: 'organisation' });
  expect((await authority(await someone('platformAdmin'), station.id)).data.by).toBe('all');
  expect((await authority(service, station.id)).error).toBe('stationNotFound');
  expect((await authority(service, device.id, 2)).error).toBe('deviceNotFound');
  const viewer = await grantTo(owner, service, { stationId: station.id, more: { endsAt: inDays(40) } });
  const looked = (await authority(service, station.id)).data;
  expect(looked).toMatchObject({ by: 'grant', endsAt: viewer.endsAt });
  expect(looked.permissions).toContain('telemetry.view');
  expect(looked.permissions).not.toContain('labels.create');
  const more = { role: 'operator', commands: true, endsAt: inDays(20) };
  await grantTo(owner, service, { stationId: station.id, more });
  const works = (await authority(service, device.id, 2)).data;
  expect(works.permissions).toEqual(expect.arrayContaining(['labels.create', 'audit.view']));
  expect(works.permissions.filter((name: Permission) => !isOffered(name))).toEqual([]);
  expect(works.endsAt).toBe(viewer.endsAt);
  expect((await authority(owner, station.id, 3)).error).toBe('invalidInput');
});

test('a grant gives nobody more than its role holds', async () => {
  const { owner, station } = await scene();
  const reader = await someone('internalReadOnly');
  const more = { role: 'operator', commands: true };
  await grantTo(owner, reader, { stationId: station.id, more });
  const { permissions } = (await authority(reader, station.id)).data;
  expect(permissions).toContain('stations.view');
  expect(permissions).not.toContain('labels.create');
});

test('a device that belongs to no station is its organisation’s', async () => {
  const admin = await someone('organisationAdmin');
  const device = await makeDevice(platform, { organisationId: admin.organisationId });
  expect((await authority(admin, device.id, 2)).data.by).toBe('organisation');
});
