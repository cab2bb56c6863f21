import { LIMITS, type Role } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, visitor, asProgram } = await openApi(
  platform,
  registerStationsRoutes,
  registerGrantsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Client = Awaited<ReturnType<typeof visitor>>;
const share = (who: Pick<Client, 'put'>, id: number, shared: boolean) =>
  who.put(`/stations/${id}/visitors`, { shared });
const sees = async (who: Client, id: number) => (await who.get(`/stations/${id}`)).code === 200;
const isShared = async (id: number) =>
  (await platform.db.selectFrom('stations').select('shared').where('id', '=', id).executeTakeFirstOrThrow())
    .shared;
const entries = (id: number) =>
  platform.db
    .selectFrom('auditLog')
    .select(['action', 'userId', 'before', 'after'])
    .where('stationId', '=', id)
    .where('action', '=', 'stations.share')
    .orderBy('id')
    .execute();

/** Runs something and counts what was announced meanwhile. */
async function announced(run: () => Promise<unknown>) {
  const count = { station: 0, access: 0 };
  const ends = [
    platform.bus.subscribe('stationChanged', () => void (count.station += 1)),
    platform.bus.subscribe('accessChanged', () => void (count.access += 1)),
  ];
  await run();
  for (const end of ends) end();
  return count;
}

test('an owner opens its station: visitors see it masked, in list, map and detail, until it is closed', async () => {
  const owner = await someone('owner', { name: 'Maria Gomez' });
  const { id } = await makeStation(platform, {
    ownerId: owner.user.id,
    address: 'Calle Secreta 5',
    latitude: 40.41678,
  });
  const guest = await visitor();
  expect(await sees(guest, id)).toBe(false);
  expect(await announced(() => share(owner, id, true))).toEqual({ station: 1, access: 1 });
  const { data } = await guest.get(`/stations/${id}`);
  expect(data).toMatchObject({ owner: 'M***', address: '***', latitude: 40.42, shared: true });
  expect(
    (await guest.get('/stations?pageSize=200')).data.rows.map((row: { id: number }) => row.id),
  ).toContain(id);
  expect((await guest.get('/stations/map')).data.map((pin: { id: number }) => pin.id)).toContain(id);
  expect(await announced(() => share(owner, id, false))).toEqual({ station: 1, access: 1 });
  expect(await sees(guest, id)).toBe(false);
  const by = { action: 'stations.share', userId: owner.user.id };
  expect(await entries(id)).toEqual([
    { ...by, before: { shared: false }, after: { shared: true } },
    { ...by, before: { shared: true }, after: { shared: false } },
  ]);
});

test('what is so already changes nothing and is told to nobody', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId! });
  expect(await announced(() => share(admin, id, false))).toEqual({ station: 0, access: 0 });
  expect(await entries(id)).toEqual([]);
});

describe('who may', () => {
  const scene = async (role: Role) => {
    const home = await makeOrganisation(platform);
    const who = await someone(role, { organisationId: home.id });
    return { who, ...(await makeStation(platform, { organisationId: home.id })) };
  };

  test.each(['platformAdmin', 'organisationAdmin', 'installer'] as const)('%s', async (role) => {
    const { who, id } = await scene(role);
    expect((await share(who, id, true)).code).toBe(200);
    expect(await isShared(id)).toBe(true);
  });

  test.each(['serviceProvider', 'stationAdmin', 'internalReadOnly'] as const)(
    'not %s, and the refusal is in the audit log',
    async (role) => {
      const { who, id } = await scene(role);
      expect((await share(who, id, true)).error).toBe('noDataPermission');
      expect(await isShared(id)).toBe(false);
      const refusal = await platform.db
        .selectFrom('auditLog')
        .select('allowed')
        .where('action', '=', 'denied.shareStation')
        .where('userId', '=', who.user.id)
        .execute();
      expect(refusal).toEqual([{ allowed: false }]);
    },
  );

  test.each(['organisationAdmin', 'installer'] as const)(
    '%s closes what has an owner, and does not open it',
    async (role) => {
      const owner = await someone('owner');
      const { who, id } = await scene(role);
      await platform.db
        .updateTable('stations')
        .set({ ownerId: owner.user.id })
        .where('id', '=', id)
        .execute();
      expect((await share(who, id, true)).error).toBe('noDataPermission');
      expect((await share(owner, id, true)).code).toBe(200);
      expect((await share(who, id, false)).code).toBe(200);
      expect(await isShared(id)).toBe(false);
    },
  );

  test('not a visitor, not the owner of another station, not by a grant', async () => {
    const { id, organisationId } = await scene('installer');
    expect((await share(await visitor(), id, true)).error).toBe('visitorReadOnly');
    const owner = await someone('owner');
    expect((await share(owner, id, true)).error).toBe('stationNotFound');
    const head = await someone('organisationAdmin', { organisationId });
    const helper = await someone('organisationAdmin');
    const { data } = await head.post('/grants', {
      object: { stationIds: [id] },
      to: { account: helper.user.email },
      role: 'operator',
      commands: true,
      endsAt: platform.clock.now() + 86_400_000,
    });
    expect((await helper.post(`/grants/${data.id}/accept`)).code).toBe(200);
    expect(await sees(helper, id)).toBe(true);
    expect((await share(helper, id, true)).error).toBe('stationNotFound');
    expect(await isShared(id)).toBe(false);
  });
});

test('what opens a station to everybody wants a fresh proof of who does it, and no program does it', async () => {
  const head = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: head.organisationId! });
  const program = await asProgram(head.user, ['stations.share', 'stations.view']);
  expect((await share(program, id, true)).error).toBe('noDataPermission');
  platform.clock.advance(LIMITS.stepUpMs);
  expect((await share(head, id, true)).error).toBe('stepUpNeeded');
  expect(await isShared(id)).toBe(false);
});

test('what an organisation opened is closed when its new owner takes the station over', async () => {
  const head = await someone('organisationAdmin');
  const buyer = await someone('owner');
  const { id } = await makeStation(platform, { organisationId: head.organisationId! });
  await share(head, id, true);
  await head.post(`/stations/${id}/hand-over`, { account: buyer.user.email });
  const [offer] = (await buyer.get('/hand-overs')).data as { id: number }[];
  expect(await isShared(id)).toBe(true);
  await buyer.post(`/hand-overs/${offer!.id}/accept`);
  expect(await isShared(id)).toBe(false);
  const taken = await platform.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('stationId', '=', id)
    .where('action', '=', 'stations.acceptHandOver')
    .executeTakeFirstOrThrow();
  expect(taken).toMatchObject({ before: { shared: true }, after: { shared: false } });
});
