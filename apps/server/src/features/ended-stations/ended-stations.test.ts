import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerMembersRoutes } from '../members/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { registerPortfolioRoutes } from '../portfolio/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { expireEnded, registerEndedStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, as } = await openApi(
  platform,
  registerStationsRoutes,
  registerEndedStationsRoutes,
  registerDevicesRoutes,
  registerPortfolioRoutes,
  registerGrantsRoutes,
  registerMembersRoutes,
  registerOrganisationsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Person = Awaited<ReturnType<typeof someone>>;
const DAY = 86_400_000;

async function stationOf(who: Person, values: Parameters<typeof makeStation>[1] = {}) {
  const station = await makeStation(platform, { organisationId: who.organisationId!, ...values });
  await platform.db
    .insertInto('stationStates')
    .values({ stationId: station.id })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const device = await makeDevice(platform, { stationId: station.id, organisationId: who.organisationId });
  return { ...station, device };
}
const end = (who: Pick<Person, 'del'>, { id, name }: { id: number; name: string }) =>
  who.del(`/stations/${id}`, { name });
const idsOf = async (who: Pick<Person, 'get'>, path: string) =>
  ((await who.get(path)).data.rows as { id: number }[]).map(({ id }) => id);
const endedOf = async (who: Pick<Person, 'get'>) =>
  ((await who.get('/stations/ended')).data as { id: number }[]).map(({ id }) => id);
const actionsOf = async (id: number) =>
  (
    await platform.db
      .selectFrom('auditLog')
      .select('action')
      .where('objectId', '=', String(id))
      .where('objectType', '=', 'station')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

test('a station ends by its typed name, is nowhere but in the list of ended ones, and comes back as it was', async () => {
  const installer = await someone('installer');
  const [station, other] = [await stationOf(installer), await stationOf(installer)];
  const admin = await someone('platformAdmin', { organisationId: null });
  const wrong = await installer.del(`/stations/${station.id}`, { name: 'Something else' });
  expect(wrong.fields?.map(({ path }) => path)).toEqual(['body.name']);
  expect((await installer.get(`/stations/${station.id}/ending`)).data).toEqual({
    devices: 1,
    open: [],
    byTwo: false,
    asked: null,
  });
  expect((await end(installer, station)).data).toEqual({ ended: true });
  for (const who of [installer, admin]) {
    expect(await idsOf(who, '/stations?pageSize=200')).not.toContain(station.id);
    expect(await idsOf(who, '/devices?pageSize=200')).not.toContain(station.device.id);
    const pins = (await who.get('/stations/map')).data as { id: number }[];
    expect(pins.map(({ id }) => id)).not.toContain(station.id);
    expect((await who.get(`/stations/${station.id}`)).error).toBe('stationNotFound');
    expect((await who.get(`/devices/${station.device.id}`)).error).toBe('deviceNotFound');
    expect((await who.put(`/stations/${station.id}`, { version: 1, tilt: 3 })).error).toBe('stationNotFound');
    expect((await end(who, station)).error).toBe('stationNotFound');
    expect(await endedOf(who)).toContain(station.id);
  }
  expect(await idsOf(installer, '/stations')).toEqual([other.id]);
  expect((await installer.get('/stations?sums=true')).data).toMatchObject({ total: 1 });
  const now = platform.clock.now();
  expect((await installer.get('/stations/ended')).data).toMatchObject([
    {
      id: station.id,
      name: station.name,
      endedAt: now,
      goneAt: now + LIMITS.endedStationMs,
      endedBy: 'Test user',
    },
  ]);
  expect((await installer.post(`/stations/${station.id}/restore`)).code).toBe(200);
  expect(await idsOf(installer, '/stations?sort=name')).toContain(station.id);
  expect(await idsOf(installer, '/devices')).toContain(station.device.id);
  expect(await endedOf(installer)).toEqual([]);
  expect((await installer.post(`/stations/${station.id}/restore`)).error).toBe('stationNotFound');
  expect(await actionsOf(station.id)).toEqual(['stations.end', 'stations.restore']);
});

test('the counts of who sees everything leave ended stations out', async () => {
  const admin = await someone('platformAdmin', { organisationId: null });
  const count = async () => (await admin.get('/stations?pageSize=1')).data.total as number;
  const before = await count();
  const station = await stationOf(await someone('installer'));
  expect(await count()).toBe(before + 1);
  await end(admin, station);
  expect(await count()).toBe(before);
});

test('strangers, lookers and those without the permission neither end nor see nor restore', async () => {
  const installer = await someone('installer');
  const station = await stationOf(installer);
  const stranger = await someone('installer');
  const reader = await someone('internalReadOnly', { organisationId: installer.organisationId });
  expect((await end(stranger, station)).error).toBe('stationNotFound');
  expect((await end(reader, station)).error).toBe('noDataPermission');
  await end(installer, station);
  expect(await endedOf(stranger)).toEqual([]);
  expect((await stranger.post(`/stations/${station.id}/restore`)).error).toBe('stationNotFound');
  expect((await reader.get('/stations/ended')).error).toBe('noDataPermission');
});

test('what is open on the station stands against it by name', async () => {
  const installer = await someone('installer');
  const station = await stationOf(installer);
  const at = new Date(platform.clock.now());
  const later = new Date(platform.clock.now() + DAY);
  const offer = await platform.db
    .insertInto('handOvers')
    .values({
      stationId: station.id,
      fromUserId: installer.user.id,
      toAccount: 'olga@example.test',
      createdAt: at,
      expiresAt: later,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db
    .insertInto('disputes')
    .values({
      sn: 'DISPUTED-1',
      deviceId: station.device.id,
      holderStationId: station.id,
      claimantId: installer.user.id,
      stationId: (await stationOf(await someone('installer'))).id,
      reason: 'It is mine.',
      proof: 'none',
      createdAt: at,
    })
    .execute();
  await platform.db
    .insertInto('commands')
    .values({
      at,
      userId: installer.user.id,
      deviceId: station.device.id,
      stationId: station.id,
      writes: true,
    })
    .execute();
  const refused = await end(installer, station);
  expect(refused).toMatchObject({ code: 40951, error: 'stationInUse' });
  for (const name of ['o***@example.test', 'DISPUTED-1', station.device.sn])
    expect(refused.msg).toContain(name);
  expect(refused.msg).not.toContain('olga@');
  const { open } = (await installer.get(`/stations/${station.id}/ending`)).data;
  expect(open.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'command',
    'dispute',
    'handOver',
  ]);
  // Who claims a device keeps nobody from ending the station that it has left.
  const put = (stationId: number | null) =>
    platform.db.updateTable('devices').set({ stationId }).where('id', '=', station.device.id).execute();
  await put(null);
  const left = (await installer.get(`/stations/${station.id}/ending`)).data.open;
  expect(left.map(({ kind }: { kind: string }) => kind)).toEqual(['handOver']);
  await put(station.id);
  await platform.db.updateTable('handOvers').set({ state: 'withdrawn' }).where('id', '=', offer.id).execute();
  await platform.db.updateTable('disputes').set({ state: 'kept' }).where('sn', '=', 'DISPUTED-1').execute();
  await platform.db
    .updateTable('commands')
    .set({ state: 'done', endedAt: at })
    .where('deviceId', '=', station.device.id)
    .execute();
  expect((await end(installer, station)).data).toEqual({ ended: true });
});

test('a utility station is ended by two people, also where one of them called it something else before', async () => {
  const installer = await someone('installer', { name: 'Ina' });
  const second = await someone('organisationAdmin', { organisationId: installer.organisationId });
  const station = await stationOf(installer, { type: 'utility' });
  await installer.put(`/stations/${station.id}`, { version: 1, type: 'commercial' });
  expect((await end(installer, station)).data).toEqual({ ended: false });
  expect((await end(installer, station)).data).toEqual({ ended: false });
  expect((await second.get(`/stations/${station.id}/ending`)).data).toMatchObject({
    byTwo: true,
    asked: { by: 'Ina', own: false },
  });
  expect((await second.del(`/stations/${station.id}/ending`)).code).toBe(200);
  expect((await second.get(`/stations/${station.id}/ending`)).data.asked).toBeNull();
  expect((await end(second, station)).data).toEqual({ ended: false });
  expect((await end(installer, station)).data).toEqual({ ended: true });
});

test('who may be the first person again is no second one, and an old question is none', async () => {
  const head = await someone('organisationAdmin');
  const puppet = await someone('installer', { organisationId: head.organisationId });
  const station = await stationOf(head, { type: 'utility' });
  await platform.db
    .insertInto('auditLog')
    .values({
      actorKind: 'user',
      userId: head.user.id,
      action: 'members.resetPassword',
      objectType: 'user',
      objectId: String(puppet.user.id),
      at: new Date(platform.clock.now()),
    })
    .execute();
  expect((await end(head, station)).data).toEqual({ ended: false });
  expect((await end(puppet, station)).error).toBe('proposalOwn');
  const honest = await someone('installer', { organisationId: head.organisationId });
  await platform.db
    .updateTable('stations')
    .set({ endingAskedAt: new Date(platform.clock.now() - LIMITS.endingAskedMs) })
    .where('id', '=', station.id)
    .execute();
  expect((await end(honest, station)).data).toEqual({ ended: false });
});

test('who asked for the end of a station and gave it away since is no first person any more', async () => {
  const owner = await someone('owner');
  const { organisationId } = owner;
  const head = await someone('organisationAdmin', { organisationId });
  const next = await someone('owner', { organisationId });
  const station = await stationOf(owner, { type: 'utility', ownerId: owner.user.id });
  expect((await end(owner, station)).data).toEqual({ ended: false });
  const offer = await owner.post(`/stations/${station.id}/hand-over`, { account: next.user.email });
  expect((await next.post(`/hand-overs/${offer.data.id}/accept`)).code).toBe(200);
  expect((await end(head, station)).data).toEqual({ ended: false });
  expect((await end(next, station)).data).toEqual({ ended: true });
});

test('after thirty days a station is gone for good, its devices are free, and what they measured is forgotten', async () => {
  const owner = await someone('owner', { organisationId: null });
  const installer = await someone('installer');
  const [old, fresh] = [
    await stationOf(installer, { ownerId: owner.user.id }),
    await stationOf(installer, { ownerId: owner.user.id }),
  ];
  await end(owner, old);
  await end(owner, fresh);
  const ended = new Date(platform.clock.now() - LIMITS.endedStationMs);
  await platform.db.updateTable('stations').set({ endedAt: ended }).where('id', '=', old.id).execute();
  await expireEnded(platform);
  await expireEnded(platform);
  expect(await endedOf(await as(owner.user))).toEqual([fresh.id]);
  const device = await platform.db
    .selectFrom('devices')
    .select(['stationId', 'organisationId'])
    .where('id', '=', old.device.id)
    .executeTakeFirstOrThrow();
  expect(device).toEqual({ stationId: null, organisationId: null });
  const left = await platform.db.selectFrom('stationsToForget').select('stationId').execute();
  expect(left.map(({ stationId }) => stationId)).toContain(old.id);
  expect(left.map(({ stationId }) => stationId)).not.toContain(fresh.id);
  expect(await actionsOf(old.id)).toEqual(['stations.end', 'stations.delete']);
});

test('who took the other account over before it was asked is no second person on a later day either', async () => {
  const head = await someone('organisationAdmin');
  const puppet = await someone('installer', { organisationId: head.organisationId });
  const station = await stationOf(head, { type: 'utility' });
  const now = platform.clock.now();
  const taken = {
    actorKind: 'user',
    userId: head.user.id,
    action: 'members.resetPassword',
    objectType: 'user',
  } as const;
  await platform.db
    .insertInto('auditLog')
    .values({ ...taken, objectId: String(puppet.user.id), at: new Date(now - 3 * DAY) })
    .execute();
  await platform.db
    .updateTable('stations')
    .set({ endingAskedAt: new Date(now - 3 * DAY), endingAskedBy: head.user.id })
    .where('id', '=', station.id)
    .execute();
  expect((await end(puppet, station)).error).toBe('proposalOwn');
});

test('an ended station is counted nowhere, stands in no authorisation, and one that is withdrawn meanwhile is not there when it comes back', async () => {
  const admin = await someone('organisationAdmin');
  const holder = await someone('serviceProvider');
  const owner = await someone('owner', { organisationId: admin.organisationId });
  const [kept, ended, alone] = [
    await stationOf(admin, { ownerId: owner.user.id }),
    await stationOf(admin, { ownerId: owner.user.id }),
    await stationOf(admin),
  ];
  const give = async (stationIds: number[]) => {
    const { data } = await admin.post('/grants', {
      object: { stationIds },
      to: { account: holder.user.email! },
      role: 'viewer',
      endsAt: platform.clock.now() + DAY,
    });
    expect((await holder.post(`/grants/${data.id}/accept`)).code).toBe(200);
    return data.id as number;
  };
  const [both, one] = [await give([kept.id, ended.id]), await give([alone.id])];
  for (const station of [ended, alone]) expect((await end(admin, station)).data).toEqual({ ended: true });
  const own = (await admin.get(`/organisations/${admin.organisationId}`)).data;
  expect(own.counts).toMatchObject({ stations: 1, devices: 3 });
  const members = (await admin.post('/ups/user/page', {})).data.rows as {
    id: number;
    stations: number;
  }[];
  expect(members.find(({ id }) => id === owner.user.id)).toMatchObject({ stations: 1 });
  for (const [who, direction] of [
    [admin, 'given'],
    [holder, 'received'],
  ] as const) {
    const { rows } = (await who.post('/ups/user/queryGrantInfo', { direction })).data;
    expect(rows).toMatchObject([{ id: both, object: { stations: [{ id: kept.id }] } }]);
    expect(rows).toHaveLength(1);
  }
  expect((await admin.post(`/grants/${both}/revoke`)).data).toMatchObject({ state: 'revoked' });
  for (const station of [ended, alone])
    expect((await admin.post(`/stations/${station.id}/restore`)).code).toBe(200);
  expect((await holder.get(`/stations/${ended.id}`)).error).toBe('stationNotFound');
  // What nobody withdrew is there again.
  expect((await holder.get(`/stations/${alone.id}`)).code).toBe(200);
  expect((await admin.post(`/grants/${one}/revoke`)).code).toBe(200);
});

test('a station that ends and comes back is one change, however many devices it has', async () => {
  const installer = await someone('installer');
  const station = await stationOf(installer);
  await end(installer, station);
  await installer.post(`/stations/${station.id}/restore`);
  expect(await actionsOf(station.id)).toEqual(['stations.end', 'stations.restore']);
  const changesOf = (topic: 'stationChanged' | 'deviceChanged', subject: number) =>
    platform.db
      .selectFrom('changes')
      .select('id')
      .where('topic', '=', topic)
      .where('subject', '=', subject)
      .execute();
  expect(await changesOf('stationChanged', station.id)).toHaveLength(2);
  expect(await changesOf('deviceChanged', station.device.id)).toEqual([]);
});
