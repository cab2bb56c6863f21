import { heldByGiver, PERMISSIONS, ROLE_MATRIX, type Grant } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeRole, makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const endsAt = () => platform.clock.now() + 86_400_000;
const setUser = (who: Someone, values: object) =>
  platform.db.updateTable('users').set(values).where('id', '=', who.user.id).execute();
const sees = async (who: Someone, stationId: number) =>
  (await who.get(`/stations/${stationId}`)).code === 200;
const give = (who: Someone, object: object, to: Someone, more: object = {}) =>
  who.post('/grants', { object, to: { account: to.user.email! }, role: 'viewer', endsAt: endsAt(), ...more });

describe('a grant belongs to the organisation, not to who gave it', () => {
  /** A station of an organisation below another, granted by its administrator and accepted. */
  async function granted() {
    const above = await makeOrganisation(platform);
    const firm = await makeOrganisation(platform, above);
    const member = (role: 'organisationAdmin' | 'installer', organisationId = firm.id) =>
      someone(role, { organisationId });
    const giver = await member('organisationAdmin');
    const service = await someone('serviceProvider');
    const station = await makeStation(platform, { organisationId: firm.id });
    const { data } = await give(giver, { stationIds: [station.id] }, service);
    expect((await service.post(`/grants/${data.id}/accept`)).code).toBe(200);
    return { above, giver, service, station, member, grant: data as Grant };
  }

  test.each([
    ['was locked', { lockedAt: new Date(0) }],
    ['only looks now', { role: 'internalReadOnly' as const }],
    ['left the organisation', { organisationId: null, role: 'owner' as const }],
  ])('it goes on when its giver %s, and any administrator of the organisation ends it', async (_, fate) => {
    const { above, giver, service, station, member, grant } = await granted();
    await setUser(giver, fate);
    expect(await sees(service, station.id)).toBe(true);
    if (!('lockedAt' in fate)) {
      const { error } = await giver.post(`/grants/${grant.id}/revoke`);
      expect(error).toBe('organisationId' in fate ? 'grantNotFound' : 'noDataPermission');
    }
    const colleague = await member('organisationAdmin');
    const { data } = await colleague.post('/ups/user/queryGrantInfo', { direction: 'given' });
    expect(data.rows).toMatchObject([{ id: grant.id, state: 'active', revocable: true }]);
    const superior = await member('organisationAdmin', above.id);
    const seen = await superior.post('/ups/user/queryGrantInfo', { direction: 'given' });
    expect(seen.data.rows).toMatchObject([{ id: grant.id, revocable: true }]);
    const stranger = await someone('organisationAdmin');
    expect((await stranger.post(`/grants/${grant.id}/revoke`)).error).toBe('grantNotFound');
    expect((await colleague.post(`/grants/${grant.id}/revoke`)).data.state).toBe('revoked');
    expect(await sees(service, station.id)).toBe(false);
    const audit = await platform.db
      .selectFrom('auditLog')
      .select(['userId', 'stationId'])
      .where('action', '=', 'grants.revoke')
      .where('objectId', '=', String(grant.id))
      .execute();
    expect(audit).toEqual([{ userId: colleague.user.id, stationId: station.id }]);
  });
});

describe('a role whose data permission is its own stations or those it was granted', () => {
  /** Somebody with every function, whose role counts as an administrator's; one station of its own, one it was granted. */
  async function narrow(scope: 'own' | 'granted') {
    const { id: organisationId } = await makeOrganisation(platform);
    const permissions = PERMISSIONS.filter((name) => name !== 'platform.manage');
    const role = await makeRole(platform, {
      organisationId,
      basedOn: 'organisationAdmin',
      scope,
      permissions,
    });
    const me = await someone('organisationAdmin', { organisationId, roleId: role.id });
    const owner = await someone('owner');
    const lent = await makeStation(platform, {
      organisationId: owner.organisationId!,
      ownerId: owner.user.id,
      handedOverAt: new Date(platform.clock.now()),
    });
    const { data } = await give(owner, { stationIds: [lent.id] }, me, { role: 'operator', commands: true });
    expect((await me.post(`/grants/${data.id}/accept`)).code).toBe(200);
    const own = await makeStation(platform, { organisationId, ownerId: me.user.id });
    const beside = await makeStation(platform, { organisationId });
    return { me, organisationId, lent, own, beside, friend: await someone('serviceProvider') };
  }

  test('a copy of an administrator’s role that manages no members grants as others of the organisation do', async () => {
    const { id: organisationId } = await makeOrganisation(platform);
    const permissions = [...ROLE_MATRIX.installer.permissions];
    const role = await makeRole(platform, { organisationId, basedOn: 'organisationAdmin', permissions });
    const clerk = await someone('organisationAdmin', { organisationId, roleId: role.id });
    const owner = await someone('owner', { organisationId });
    const friend = await someone('serviceProvider');
    const place = { organisationId, ownerId: owner.user.id };
    const open = await makeStation(platform, place);
    const handedOverAt = new Date(platform.clock.now());
    const settled = await makeStation(platform, { ...place, handedOverAt });
    expect((await give(clerk, { stationIds: [open.id] }, friend)).code).toBe(200);
    expect((await give(clerk, { stationIds: [settled.id] }, friend)).error).toBe('noDataPermission');
    expect((await give(clerk, { organisationId }, friend)).error).toBe('noDataPermission');
  });

  test.each(['own', 'granted'] as const)('%s: grants what it owns and nothing else', async (scope) => {
    const { me, organisationId, lent, own, beside, friend } = await narrow(scope);
    expect(await sees(me, lent.id)).toBe(true);
    expect((await give(me, { stationIds: [lent.id] }, friend)).error).toBe('noDataPermission');
    expect((await give(me, { stationIds: [own.id, lent.id] }, friend)).error).toBe('noDataPermission');
    expect((await give(me, { stationIds: [beside.id] }, friend)).error).toBe('stationNotFound');
    expect((await give(me, { organisationId }, friend)).error).toBe('noDataPermission');
    const account = friend.user.email!;
    expect((await me.post(`/stations/${lent.id}/hand-over`, { account })).error).toBe('noDataPermission');
    const body = { organisationCode: 'NO-SUCH-CODE' };
    expect((await me.put(`/stations/${lent.id}/organisation`, body)).error).toBe('noDataPermission');
    expect((await give(me, { stationIds: [own.id] }, friend)).code).toBe(200);
  });
});

test('an offer gives nothing once its giver holds less than it gives', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const role = await makeRole(platform, {
    organisationId,
    permissions: [...heldByGiver({ role: 'viewer', commands: false }), 'stations.grant'],
  });
  const giver = await someone('organisationAdmin', { organisationId, roleId: role.id });
  const service = await someone('serviceProvider');
  const station = await makeStation(platform, { organisationId });
  const { data } = await give(giver, { stationIds: [station.id] }, service);
  await platform.db
    .updateTable('roles')
    .set({ permissions: ['stations.view', 'stations.grant'] })
    .where('id', '=', role.id)
    .execute();
  expect((await service.post(`/grants/${data.id}/accept`)).error).toBe('grantNotOpen');
  expect((await give(giver, { stationIds: [station.id] }, service)).error).toBe('moreThanHeld');
  // What is one's own is given whatever the role leaves out.
  const own = await makeStation(platform, { organisationId, ownerId: giver.user.id });
  const { data: lent } = await give(giver, { stationIds: [own.id] }, service);
  expect((await service.post(`/grants/${lent.id}/accept`)).code).toBe(200);
});
