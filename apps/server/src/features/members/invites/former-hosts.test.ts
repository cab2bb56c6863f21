import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeRole, makeUser } from '../../../../test/makers.ts';
import { makeWorld } from '../../../../test/people-world.ts';
import { registerMembersRoutes } from '../index.ts';

const platform = await testPlatform();
const api = await openApi(platform, registerMembersRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

async function free() {
  const own = await makeOrganisation(platform);
  await platform.db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', own.id).execute();
  return api.as(await makeUser(platform, { role: 'owner', organisationId: own.id }));
}
const join = async (code: string) => (await (await free()).post('/invites/join', { code })).error;
type Ask = Awaited<ReturnType<typeof api.as>>;

async function invited(ask: Ask, organisationId: number, body: object): Promise<string> {
  const { data } = await ask.post(`/organisations/${organisationId}/invites`, { maxUses: 9, ...body });
  return data.code as string;
}

/** A second administrator of the root, who keeps the code of an invitation. */
async function world() {
  const made = await makeWorld(platform, api);
  const host = await made.member(made.root, 'organisationAdmin');
  const code = await invited(await api.as(host), made.root.id, { role: 'organisationAdmin' });
  return { ...made, host, code };
}

test('an invitation works as long as who made it could make it', async () => {
  const { code } = await world();
  expect(await join(code)).toBeUndefined();
  expect(await join(code)).toBeUndefined();
});

test('nobody comes back by the own invitation after being removed', async () => {
  const { as, root, host, code } = await world();
  await as.root.del(`/ups/user/deleteOrg?userId=${host.id}&organizationId=${root.id}`);
  expect((await (await api.as(host)).post('/invites/join', { code })).error).toBe('inviteNotFound');
  expect(await join(code)).toBe('inviteNotFound');
});

test('an invitation of somebody locked opens nothing, until they are let in again', async () => {
  const { as, host, code } = await world();
  await as.root.post(`/ups/user/${host.id}/lock`);
  expect(await join(code)).toBe('inviteNotFound');
  await as.root.post(`/ups/user/${host.id}/unlock`);
  expect(await join(code)).toBeUndefined();
});

test('with less to give, earlier invitations to more are void', async () => {
  const { as, root, host, code } = await world();
  const viewers = await invited(await api.as(host), root.id, { role: 'internalReadOnly' });
  await as.root.put(`/ups/user/${host.id}/role`, { role: 'installer' });
  expect(await join(code)).toBe('inviteNotFound');
  expect(await join(viewers)).toBeUndefined();
});

test('invitations to a custom role end where its maker holds less than the role gives now', async () => {
  const { root, host, member } = await world();
  const role = await makeRole(platform, { organisationId: root.id, permissions: ['alarms.view'] });
  const code = await invited(await api.as(host), root.id, { role: 'installer', roleId: role.id });
  expect(await join(code)).toBeUndefined();
  const permissions = ['alarms.view', 'platform.manage'] as const;
  await platform.db
    .updateTable('roles')
    .set({ permissions: [...permissions] })
    .where('id', '=', role.id)
    .execute();
  expect(await join(code)).toBe('inviteNotFound');
  await member(root, 'installer');
});

test('the superior of a loose organisation keeps no way in once somebody is there', async () => {
  const { root, as } = await world();
  const branch = await makeOrganisation(platform, root, 'loose');
  const code = await invited(as.root, branch.id, { role: 'organisationAdmin' });
  expect(await join(code)).toBeUndefined();
  expect(await join(code)).toBe('inviteNotFound');
});

test('the invitations of a deleted account go with it', async () => {
  const { admins, code, host } = await world();
  const signed = await api.signedAs(admins.root);
  expect((await signed.del(`/ups/user/?id=${host.id}`)).code).toBe(200);
  expect(await join(code)).toBe('inviteNotFound');
  const left = await platform.db.selectFrom('invites').select('id').where('code', '=', code).execute();
  expect(left).toEqual([]);
});
