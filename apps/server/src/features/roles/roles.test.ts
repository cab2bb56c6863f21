import { offeredTo, type CustomRole } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeRole, makeUser } from '../../../test/makers.ts';
import { registerRolesRoutes } from './index.ts';

const platform = await testPlatform();
const api = await openApi(platform, registerRolesRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

const LIST = '/ups/role/organization/list';
const body = (values: object = {}) => ({
  name: 'Night shift',
  description: 'Watches at night',
  attribution: 'internal',
  scope: 'organisation',
  permissions: ['stations.view', 'alarms.view'],
  views: ['alarms'],
  ...values,
});

async function world() {
  const root = await makeOrganisation(platform);
  const tight = await makeOrganisation(platform, root);
  const loose = await makeOrganisation(platform, root, 'loose');
  const admin = (organisationId: number) => makeUser(platform, { role: 'organisationAdmin', organisationId });
  const users = { root: await admin(root.id), tight: await admin(tight.id), loose: await admin(loose.id) };
  const as = {
    root: await api.as(users.root),
    tight: await api.as(users.tight),
    loose: await api.as(users.loose),
  };
  return { root, tight, loose, users, as };
}
const idsOf = (roles: CustomRole[]) => roles.flatMap(({ id }) => id ?? []);

describe('list', () => {
  test('built-in roles come with what they give and with members in scope', async () => {
    const w = await world();
    const { data } = await w.as.root.get(LIST);
    const admin = data.find((role: CustomRole) => role.basedOn === 'organisationAdmin');
    expect(admin).toMatchObject({
      id: null,
      members: 2,
      editable: false,
      permissions: offeredTo('organisationAdmin'),
    });
    const roles = data.map((role: CustomRole) => role.basedOn);
    expect(roles).toContain('owner');
    expect(roles).not.toContain('platformAdmin');
    expect(roles).not.toContain('visitor');
  });

  test('custom ones are those of the organisation and of who manages it, never of others', async () => {
    const w = await world();
    const own = await makeRole(platform, { organisationId: w.tight.id });
    const above = await makeRole(platform, { organisationId: w.root.id });
    const beside = await makeRole(platform, { organisationId: w.loose.id });
    await makeUser(platform, { role: 'internalReadOnly', roleId: above.id, organisationId: w.tight.id });
    const tight = (await w.as.tight.get(LIST)).data as CustomRole[];
    expect(idsOf(tight).toSorted((a, b) => a - b)).toEqual([own.id, above.id]);
    expect(tight.find(({ id }) => id === own.id)).toMatchObject({
      editable: true,
      members: 0,
      organisation: { id: w.tight.id, name: w.tight.name },
    });
    expect(tight.find(({ id }) => id === above.id)).toMatchObject({ editable: false, members: 1 });
    expect(idsOf((await w.as.loose.get(LIST)).data)).toEqual([beside.id]);
    const administrator = await api.as(await makeUser(platform));
    expect(idsOf((await administrator.get(LIST)).data)).toEqual(
      expect.arrayContaining([own.id, above.id, beside.id]),
    );
  });

  test('can be narrowed to the outside or the inside', async () => {
    const w = await world();
    const external = await makeRole(platform, { organisationId: w.root.id, attribution: 'external' });
    await makeRole(platform, { organisationId: w.root.id });
    const { data } = await w.as.root.get(`${LIST}?roleAttribution=external`);
    expect(idsOf(data)).toEqual([external.id]);
    expect(data.map((role: CustomRole) => role.basedOn)).toContain('owner');
    expect(data.map((role: CustomRole) => role.basedOn)).not.toContain('organisationAdmin');
    expect((await w.as.root.get(`${LIST}?roleAttribution=both`)).error).toBe('invalidInput');
  });

  test('viewers look and change nothing; owners and nobody do not even look', async () => {
    const w = await world();
    const own = await makeRole(platform, { organisationId: w.root.id });
    const organisationId = w.root.id;
    const viewer = await api.as(await makeUser(platform, { role: 'internalReadOnly', organisationId }));
    const seen = (await viewer.get(LIST)).data as CustomRole[];
    expect(seen.find(({ id }) => id === own.id)!.editable).toBe(false);
    const owner = await api.as(await makeUser(platform, { role: 'owner', organisationId }));
    expect((await owner.get(LIST)).error).toBe('noDataPermission');
    expect((await viewer.post('/roles', body())).error).toBe('noDataPermission');
    expect((await api.nobody.get(LIST)).error).toBe('unauthorised');
  });
});

describe('create', () => {
  test('makes a role in the own organisation and writes who did it', async () => {
    const w = await world();
    const { data } = await w.as.root.post('/roles', body({ name: ' Night shift ', basedOn: 'installer' }));
    expect(data).toMatchObject({
      name: 'Night shift',
      basedOn: 'installer',
      members: 0,
      editable: true,
      views: ['alarms'],
      organisation: { id: w.root.id },
    });
    const audit = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('objectType', '=', 'role')
      .where('objectId', '=', String(data.id))
      .executeTakeFirstOrThrow();
    expect(audit).toMatchObject({
      action: 'roles.create',
      organisationId: w.root.id,
      userId: w.users.root.id,
    });
  });

  test('names each menu and each permission once at most, because all roles of an organisation are listed', async () => {
    const w = await world();
    const long = { views: Array(5000).fill('alarms'), permissions: Array(5000).fill('alarms.view') };
    for (const one of [{ views: long.views }, { permissions: long.permissions }]) {
      expect(await w.as.root.post('/roles', body(one))).toMatchObject({ error: 'invalidInput' });
      const { id } = await makeRole(platform, { organisationId: w.root.id });
      expect(await w.as.root.put(`/roles/${id}`, one)).toMatchObject({ error: 'invalidInput' });
    }
  });

  test('holds no more than who makes it, by what it does and by where', async () => {
    const w = await world();
    const permissions = ['stations.view', 'platform.manage'];
    const refused = await w.as.root.post('/roles', body({ permissions }));
    expect(refused.error).toBe('moreThanHeld');
    expect(refused.fields).toEqual([{ path: 'body.permissions', message: 'platform.manage' }]);
    const own = await makeRole(platform, {
      organisationId: w.root.id,
      scope: 'own',
      permissions: ['roles.manage', 'stations.view', 'alarms.view'],
    });
    const keeper = await api.as(
      await makeUser(platform, { role: 'internalReadOnly', roleId: own.id, organisationId: w.root.id }),
    );
    expect((await keeper.post('/roles', body())).fields).toMatchObject([{ path: 'body.scope' }]);
    expect((await keeper.post('/roles', body({ scope: 'own' }))).code).toBe(200);
  });

  test('nobody gives platform.manage away, and a copy of the platform administrator is none', async () => {
    const { root } = await world();
    const administrator = await api.as(await makeUser(platform, { organisationId: root.id }));
    const copy = { basedOn: 'platformAdmin' };
    const never = await administrator.post('/roles', body({ ...copy, permissions: ['platform.manage'] }));
    expect(never.fields).toEqual([{ path: 'body.permissions', message: 'platform.manage' }]);
    const made = await administrator.post('/roles', body({ ...copy, permissions: ['labels.delete'] }));
    expect(made.data.basedOn).toBe('organisationAdmin');
    const visitor = await administrator.post('/roles', body({ name: 'Guest', basedOn: 'visitor' }));
    expect(visitor.data.basedOn).toBe('internalReadOnly');
  });

  test('a name is there once in an organisation, in any case, and again in another', async () => {
    const w = await world();
    await w.as.root.post('/roles', body());
    const twice = await w.as.root.post('/roles', body({ name: 'NIGHT shift' }));
    expect(twice).toMatchObject({ error: 'invalidInput', fields: [{ path: 'body.name' }] });
    expect((await w.as.tight.post('/roles', body())).code).toBe(200);
  });

  test('name, description and permissions must be there; so must an organisation', async () => {
    const w = await world();
    const bad = body({ name: ' ', description: '', permissions: [], scope: 'all' });
    const { fields } = await w.as.root.post('/roles', bad);
    expect(fields!.map(({ path }) => path).toSorted()).toEqual([
      'body.description',
      'body.name',
      'body.permissions',
      'body.scope',
    ]);
    const homeless = await api.as(await makeUser(platform));
    expect((await homeless.post('/roles', body())).error).toBe('noDataPermission');
  });
});

describe('update', () => {
  test('works at once for who holds the role, and is announced', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.tight.id });
    const holder = await api.as(
      await makeUser(platform, { role: 'internalReadOnly', roleId: role.id, organisationId: w.tight.id }),
    );
    expect((await holder.get(LIST)).error).toBe('noDataPermission');
    let announced = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (announced += 1));
    const { data } = await w.as.root.put(`/roles/${role.id}`, {
      permissions: ['roles.view', 'roles.view'],
    });
    end();
    expect(data).toMatchObject({ permissions: ['roles.view'], members: 1, name: role.name });
    expect(announced).toBe(1);
    expect((await holder.get(LIST)).code).toBe(200);
  });

  test('nobody changes a role that holds more than they do, nor gives more by it', async () => {
    const w = await world();
    const big = await makeRole(platform, { organisationId: w.root.id, permissions: ['platform.manage'] });
    const small = await makeRole(platform, { organisationId: w.root.id });
    const put = (id: number, values: object) => w.as.root.put(`/roles/${id}`, values);
    expect((await put(big.id, { name: 'Mine' })).error).toBe('moreThanHeld');
    expect((await put(small.id, { permissions: ['platform.manage'] })).error).toBe('moreThanHeld');
    expect((await put(small.id, { name: big.name })).fields).toMatchObject([{ path: 'body.name' }]);
  });

  test('permissions that wait for their feature are neither offered nor lost', async () => {
    const w = await world();
    const organisationId = w.root.id;
    const old = await makeRole(platform, { organisationId, permissions: ['labels.view', 'workOrders.do'] });
    const stored = () =>
      platform.db
        .selectFrom('roles')
        .select('permissions')
        .where('id', '=', old.id)
        .executeTakeFirstOrThrow();
    const told = ((await w.as.root.get(LIST)).data as CustomRole[]).find(({ id }) => id === old.id)!;
    expect(told.permissions).toEqual(['labels.view']);
    const { name, description, attribution, scope, permissions, views } = told;
    const same = { name, description, attribution, scope, permissions, views };
    expect((await w.as.root.put(`/roles/${old.id}`, same)).data).toEqual(told);
    expect((await stored()).permissions.toSorted()).toEqual(['labels.view', 'workOrders.do']);
    expect((await w.as.root.put(`/roles/${old.id}`, { permissions: ['labels.edit'] })).code).toBe(200);
    expect((await stored()).permissions.toSorted()).toEqual(['labels.edit', 'workOrders.do']);
    const asked = await w.as.root.post('/roles', body({ permissions: ['workOrders.do'] }));
    expect(asked.error).toBe('invalidInput');
  });

  test('roles of who is above or beside are not there', async () => {
    const w = await world();
    const above = await makeRole(platform, { organisationId: w.root.id });
    const beside = await makeRole(platform, { organisationId: w.loose.id });
    expect((await w.as.tight.put(`/roles/${above.id}`, { name: 'X' })).error).toBe('roleNotFound');
    expect((await w.as.root.put(`/roles/${beside.id}`, { name: 'X' })).error).toBe('roleNotFound');
    expect((await w.as.root.del(`/roles/${beside.id}`)).error).toBe('roleNotFound');
    expect((await w.as.root.put('/roles/999999999', { name: 'X' })).error).toBe('roleNotFound');
  });

  test('the last administrators of an organisation keep managing members', async () => {
    const w = await world();
    const role = await makeRole(platform, {
      organisationId: w.root.id,
      basedOn: 'organisationAdmin',
      permissions: ['members.manage'],
    });
    const department = await makeOrganisation(platform, w.root);
    await makeUser(platform, {
      role: 'organisationAdmin',
      roleId: role.id,
      organisationId: department.id,
    });
    const put = () => w.as.root.put(`/roles/${role.id}`, { permissions: ['members.view'] });
    expect((await put()).error).toBe('lastAdministrator');
    await makeUser(platform, { role: 'organisationAdmin', organisationId: department.id });
    expect((await put()).code).toBe(200);
  });
});

describe('delete', () => {
  test('a role that nobody holds goes; one that somebody holds says how many', async () => {
    const w = await world();
    const role = await makeRole(platform, { organisationId: w.root.id });
    const user = await makeUser(platform, {
      role: 'internalReadOnly',
      roleId: role.id,
      organisationId: w.root.id,
    });
    const used = await w.as.root.del(`/roles/${role.id}`);
    expect(used.error).toBe('roleInUse');
    expect(used.msg).toContain('1');
    await platform.db.updateTable('users').set({ roleId: null }).where('id', '=', user.id).execute();
    expect((await w.as.root.del(`/roles/${role.id}`)).code).toBe(200);
    expect((await w.as.root.del(`/roles/${role.id}`)).error).toBe('roleNotFound');
  });

  test('nobody deletes a role that gives more than they hold', async () => {
    const w = await world();
    const values = { organisationId: w.root.id, permissions: ['roles.view', 'roles.manage'] as const };
    const small = await makeRole(platform, { ...values, permissions: [...values.permissions] });
    const big = await makeRole(platform, { organisationId: w.root.id, permissions: ['labels.delete'] });
    const keeper = await makeUser(platform, {
      role: 'internalReadOnly',
      roleId: small.id,
      organisationId: w.root.id,
    });
    expect((await (await api.as(keeper)).del(`/roles/${big.id}`)).error).toBe('moreThanHeld');
    expect((await w.as.root.del(`/roles/${big.id}`)).code).toBe(200);
  });
});
