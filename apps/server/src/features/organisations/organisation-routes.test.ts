import { LIMITS } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { createIngestKey, registerOrganisationsRoutes } from './index.ts';

const platform = await testPlatform();
const api = await openApi(platform, registerOrganisationsRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

/** A root with a tight merchant, that one's department, and a loose merchant with one below it; somebody who administers each. */
async function world() {
  const root = await makeOrganisation(platform);
  const tight = await makeOrganisation(platform, root);
  const department = await makeOrganisation(platform, tight);
  await platform.db
    .updateTable('organisations')
    .set({ kind: 'department' })
    .where('id', '=', department.id)
    .execute();
  const loose = await makeOrganisation(platform, tight, 'loose');
  const belowLoose = await makeOrganisation(platform, loose);
  const admin = (organisationId: number) => makeUser(platform, { role: 'organisationAdmin', organisationId });
  const users = { root: await admin(root.id), tight: await admin(tight.id), loose: await admin(loose.id) };
  const as = {
    root: await api.as(users.root),
    tight: await api.as(users.tight),
    loose: await api.as(users.loose),
  };
  return { root, tight, department, loose, belowLoose, users, as };
}
type World = Awaited<ReturnType<typeof world>>;

interface Told {
  id: number;
  children: Told[];
  [field: string]: unknown;
}
const TREE = '/ups/organization/initOrganizationTree';
const flat = (nodes: Told[]): Told[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const pathsOf = async (id: number) =>
  platform.db
    .selectFrom('organisations')
    .select(['path', 'scopePath', 'parentId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const auditOf = (id: number, action: string) =>
  platform.db
    .selectFrom('auditLog')
    .selectAll()
    .where('objectType', '=', 'organisation')
    .where('objectId', '=', String(id))
    .where('action', '=', action)
    .executeTakeFirst();

test('what puts an organisation under others wants a fresh proof of who does it, and no program does it', async () => {
  const w = await world();
  const program = await api.asProgram(w.users.root, ['organisations.manage', 'organisations.view']);
  const move = (ask: Pick<typeof w.as.root, 'post'>) =>
    ask.post(`/organisations/${w.department.id}/move`, { parentId: w.root.id });
  expect((await move(program)).error).toBe('noDataPermission');
  platform.clock.advance(LIMITS.stepUpMs);
  expect((await move(w.as.root)).error).toBe('stepUpNeeded');
  expect((await w.as.root.put(`/organisations/${w.tight.id}`, { tie: 'loose' })).error).toBe('stepUpNeeded');
  for (const bank of [{ bankName: 'Other bank' }, { bankAccount: 'AT000000' }])
    expect((await w.as.root.put(`/organisations/${w.tight.id}`, bank)).error).toBe('stepUpNeeded');
  expect((await w.as.root.put(`/organisations/${w.tight.id}`, { name: 'Same tie' })).code).toBe(200);
  expect(await pathsOf(w.department.id)).toMatchObject({ parentId: w.tight.id });
});

describe('tree', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
    const station = await makeStation(platform, { organisationId: w.tight.id });
    await makeDevice(platform, { organisationId: w.tight.id, stationId: station.id });
    for (const organisationId of [w.loose.id, w.belowLoose.id]) {
      await makeStation(platform, { organisationId });
      await makeDevice(platform, { organisationId });
    }
  });

  test('counts are those of the organisation itself', async () => {
    const { data } = await w.as.root.get(TREE);
    expect(data).toHaveLength(1);
    const nodes = flat(data);
    expect(nodes.find(({ id }) => id === w.root.id)).toMatchObject({
      counts: { members: 1, stations: 0, devices: 0 },
      manageable: true,
      code: w.root.code,
    });
    expect(nodes.find(({ id }) => id === w.tight.id)).toMatchObject({
      counts: { members: 1, stations: 1, devices: 1 },
      parentId: w.root.id,
    });
  });

  test('a loose organisation is a sum over all it has and nothing else', async () => {
    const { data } = await w.as.root.get(TREE);
    const nodes = flat(data);
    expect(nodes.find(({ id }) => id === w.loose.id)).toMatchObject({
      counts: { members: 1, stations: 2, devices: 2 },
      manageable: false,
      code: '',
      children: [],
    });
    expect(nodes.map(({ id }) => id)).not.toContain(w.belowLoose.id);
  });

  test('its own administrator sees it with what is below and nothing above', async () => {
    const { data } = await w.as.loose.get(TREE);
    expect(flat(data).map(({ id }) => id)).toEqual([w.loose.id, w.belowLoose.id]);
    expect(flat(data).every(({ manageable }) => manageable)).toBe(true);
  });

  test('the outer tree is merchants below alone, on request one level of them', async () => {
    const outer = await w.as.root.get(`${TREE}?organizationType=OUTER_ORG`);
    expect(outer.data.map(({ id }: Told) => id)).toEqual([w.tight.id]);
    expect(
      flat(outer.data)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([w.tight.id, w.loose.id]);
    const one = await w.as.root.get(`${TREE}?organizationType=OUTER_ORG&outerOrgShowOneLevel=true`);
    expect(flat(one.data).map(({ id }) => id)).toEqual([w.tight.id]);
  });

  test('an administrator of the platform sees every organisation, loose ones as they are', async () => {
    const administrator = await api.as(await makeUser(platform));
    const nodes = flat((await administrator.get(TREE)).data);
    expect(nodes.find(({ id }) => id === w.loose.id)).toMatchObject({ manageable: true, code: w.loose.code });
    expect(nodes.map(({ id }) => id)).toContain(w.belowLoose.id);
  });

  test('asks for a token, the permission, and words it knows', async () => {
    expect((await api.nobody.get(TREE)).error).toBe('unauthorised');
    const installer = await api.as(
      await makeUser(platform, { role: 'installer', organisationId: w.root.id }),
    );
    expect((await installer.get(TREE)).error).toBe('noDataPermission');
    expect((await w.as.root.get(`${TREE}?organizationType=ALL`)).error).toBe('invalidInput');
  });
});

describe('one organisation', () => {
  test('is told with its business fields inside the scope, and is not there outside', async () => {
    const w = await world();
    const { data } = await w.as.root.get(`/organisations/${w.department.id}`);
    expect(data).toMatchObject({ id: w.department.id, kind: 'department', taxId: null });
    expect(data).not.toHaveProperty('scopePath');
    for (const [ask, id] of [
      [w.as.root, w.loose.id],
      [w.as.tight, w.root.id],
      [w.as.loose, w.tight.id],
      [w.as.root, 999_999_999],
    ] as const) {
      expect((await ask.get(`/organisations/${id}`)).error).toBe('organisationNotFound');
    }
  });
});

describe('create', () => {
  test('makes a department with a code of its own, and writes who did it', async () => {
    const w = await world();
    const { data } = await w.as.root.post('/organisations', {
      name: ' Service ',
      kind: 'department',
      parentId: w.tight.id,
      area: 'DE',
    });
    expect(data).toMatchObject({ name: 'Service', kind: 'department', area: 'DE', parentId: w.tight.id });
    expect(data.code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    expect((await pathsOf(data.id)).scopePath).toBe(`${w.tight.scopePath}${data.id}/`);
    expect(await auditOf(data.id, 'organisations.create')).toMatchObject({
      organisationId: w.tight.id,
      userId: w.users.root.id,
    });
  });

  test('a loose one is out of the hands of who made it', async () => {
    const w = await world();
    const { data } = await w.as.root.post('/organisations', {
      name: 'Partner',
      tie: 'loose',
      parentId: w.root.id,
    });
    expect(data).toMatchObject({ manageable: false, tie: 'loose' });
    expect((await w.as.root.get(`/organisations/${data.id}`)).error).toBe('organisationNotFound');
  });

  test('refuses a taken code at its field, in the language of who asks', async () => {
    const w = await world();
    const body = { name: 'Twice', code: w.tight.code, parentId: w.root.id };
    const { error, fields } = await w.as.root.post('/organisations', body);
    expect(error).toBe('organisationCodeTaken');
    expect(fields).toEqual([{ path: 'body.code', message: expect.stringContaining(w.tight.code) }]);
  });

  test('refuses places outside the scope, and the root to all but administrators of the platform', async () => {
    const w = await world();
    const at = (parentId: number | null) => w.as.tight.post('/organisations', { name: 'X', parentId });
    expect((await at(w.root.id)).error).toBe('organisationNotFound');
    expect((await at(w.loose.id)).error).toBe('organisationNotFound');
    expect((await at(null)).error).toBe('noDataPermission');
    const administrator = await api.as(await makeUser(platform));
    expect((await administrator.post('/organisations', { name: 'Root', parentId: null })).code).toBe(200);
  });

  test('one person creates a hundred in a day, because each has limits of its own', async () => {
    const w = await world();
    const user = await makeUser(platform, { organisationId: w.root.id, role: 'organisationAdmin' });
    const at = new Date(platform.clock.now());
    const before = { subject: `organisations, account ${user.id}`, at };
    await platform.db
      .insertInto('tries')
      .values(Array.from({ length: LIMITS.organisationsPerPersonDaily - 1 }, () => before))
      .execute();
    const administrator = await api.as(user);
    const add = () => administrator.post('/organisations', { name: 'X', parentId: w.root.id });
    expect((await add()).code).toBe(200);
    expect((await add()).error).toBe('tooManyRequests');
  });

  test('refuses bad input, no token and viewers', async () => {
    const w = await world();
    const bad = { name: '', code: 'a b', parentId: w.root.id };
    const { error, fields } = await w.as.root.post('/organisations', bad);
    expect(error).toBe('invalidInput');
    expect(fields!.map(({ path }) => path).toSorted()).toEqual(['body.code', 'body.name']);
    const viewer = await api.as(
      await makeUser(platform, { role: 'internalReadOnly', organisationId: w.root.id }),
    );
    const good = { name: 'X', parentId: w.root.id };
    expect((await viewer.post('/organisations', good)).error).toBe('noDataPermission');
    expect((await api.nobody.post('/organisations', good)).error).toBe('unauthorised');
  });
});

describe('update', () => {
  test('changes what is named and nothing else', async () => {
    const w = await world();
    await w.as.root.put(`/organisations/${w.department.id}`, { taxId: 'DE123', type: 'personal' });
    const { data } = await w.as.root.put(`/organisations/${w.department.id}`, { name: 'Renamed' });
    expect(data).toMatchObject({ name: 'Renamed', kind: 'department', type: 'personal', taxId: 'DE123' });
    const audit = await auditOf(w.department.id, 'organisations.edit');
    expect(audit).toMatchObject({ organisationId: w.department.id, after: { taxId: 'D***' } });
  });

  test('a code that devices use stays; another changes unless it is taken', async () => {
    const w = await world();
    const code = `NEW-${w.tight.code}`;
    const put = (values: object) => w.as.root.put(`/organisations/${w.tight.id}`, values);
    expect((await put({ code: w.root.code })).fields).toMatchObject([{ path: 'body.code' }]);
    expect((await put({ code })).data.code).toBe(code);
    await makeDevice(platform, { organisationId: w.tight.id });
    expect((await put({ code: `${code}2` })).error).toBe('organisationCodeInUse');
    expect((await put({ code, name: 'Same code' })).code).toBe(200);
  });

  test('letting one go takes the scope away at once, and it takes its own part along', async () => {
    const w = await world();
    let announced = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (announced += 1));
    expect((await w.as.root.put(`/organisations/${w.tight.id}`, { name: 'New name' })).code).toBe(200);
    const { code } = await w.as.root.put(`/organisations/${w.tight.id}`, { tie: 'loose' });
    end();
    expect(code).toBe(200);
    expect(announced).toBe(1);
    expect((await pathsOf(w.department.id)).scopePath).toBe(`/${w.tight.id}/${w.department.id}/`);
    expect((await pathsOf(w.belowLoose.id)).scopePath).toBe(`/${w.loose.id}/${w.belowLoose.id}/`);
    expect((await w.as.root.get(`/organisations/${w.department.id}`)).error).toBe('organisationNotFound');
    expect((await w.as.root.put(`/organisations/${w.tight.id}`, { tie: 'tight' })).error).toBe(
      'organisationNotFound',
    );
  });

  test('nobody frees the own organisation from its superior', async () => {
    const w = await world();
    const { error, fields } = await w.as.tight.put(`/organisations/${w.tight.id}`, { tie: 'loose' });
    expect(error).toBe('tieNotYours');
    expect(fields).toMatchObject([{ path: 'body.tie' }]);
    expect((await pathsOf(w.tight.id)).scopePath).toBe(w.tight.scopePath);
  });

  test('a loose one is bound by neither side alone, only by who manages both', async () => {
    const w = await world();
    const bind = (ask: typeof w.as.root) => ask.put(`/organisations/${w.loose.id}`, { tie: 'tight' });
    const rename = await w.as.loose.put(`/organisations/${w.loose.id}`, { name: 'Same tie', tie: 'loose' });
    expect(rename.code).toBe(200);
    const { error, fields } = await bind(w.as.loose);
    expect(error).toBe('tieNotYours');
    expect(fields).toMatchObject([{ path: 'body.tie' }]);
    expect((await bind(w.as.tight)).error).toBe('organisationNotFound');
    expect((await w.as.tight.get(`/organisations/${w.belowLoose.id}`)).error).toBe('organisationNotFound');
    expect((await bind(await api.someone('platformAdmin'))).code).toBe(200);
    expect((await w.as.tight.get(`/organisations/${w.belowLoose.id}`)).code).toBe(200);
    expect(await auditOf(w.loose.id, 'organisations.edit')).toMatchObject({ organisationId: w.loose.id });
  });

  test('refuses what is out of scope and bad input', async () => {
    const w = await world();
    expect((await w.as.root.put(`/organisations/${w.loose.id}`, { name: 'X' })).error).toBe(
      'organisationNotFound',
    );
    expect((await w.as.root.put(`/organisations/${w.tight.id}`, { name: '<b>' })).error).toBe('invalidInput');
  });
});

describe('move', () => {
  test('takes all below along; a loose one inside keeps its own scope', async () => {
    const w = await world();
    const target = (await w.as.root.post('/organisations', { name: 'North', parentId: w.root.id })).data;
    const { data } = await w.as.root.post(`/organisations/${w.tight.id}/move`, { parentId: target.id });
    expect(data.parentId).toBe(target.id);
    const chain = `/${w.root.id}/${target.id}/${w.tight.id}/`;
    expect(await pathsOf(w.department.id)).toMatchObject({
      path: `${chain}${w.department.id}/`,
      scopePath: `${chain}${w.department.id}/`,
    });
    expect(await pathsOf(w.belowLoose.id)).toMatchObject({
      path: `${chain}${w.loose.id}/${w.belowLoose.id}/`,
      scopePath: `/${w.loose.id}/${w.belowLoose.id}/`,
    });
    expect(await auditOf(w.tight.id, 'organisations.move')).toMatchObject({
      before: { parentId: w.root.id },
      after: { parentId: target.id },
      organisationId: w.tight.id,
    });
  });

  test('refuses a place below or at itself', async () => {
    const w = await world();
    for (const parentId of [w.tight.id, w.department.id]) {
      const { error } = await w.as.root.post(`/organisations/${w.tight.id}/move`, { parentId });
      expect(error).toBe('organisationMoveIntoItself');
    }
  });

  test('both superiors are in scope, and the root is for administrators of the platform', async () => {
    const w = await world();
    const other = await world();
    const move = (ask: typeof w.as.root, id: number, parentId: number | null) =>
      ask.post(`/organisations/${id}/move`, { parentId });
    expect((await move(w.as.root, w.tight.id, other.root.id)).error).toBe('organisationNotFound');
    expect((await move(w.as.root, other.tight.id, w.root.id)).error).toBe('organisationNotFound');
    expect((await move(w.as.root, w.loose.id, w.root.id)).error).toBe('organisationNotFound');
    expect((await move(w.as.tight, w.tight.id, w.department.id)).error).toBe('organisationMoveIntoItself');
    expect((await move(w.as.tight, w.department.id, w.root.id)).error).toBe('organisationNotFound');
    expect((await move(w.as.root, w.tight.id, null)).error).toBe('noDataPermission');
    const administrator = await api.as(await makeUser(platform));
    expect((await move(administrator, w.tight.id, null)).data.parentId).toBeNull();
    expect(await pathsOf(w.tight.id)).toMatchObject({ path: `/${w.tight.id}/` });
  });
});

describe('delete', () => {
  test('an empty one goes with its keys; what is written stays', async () => {
    const w = await world();
    const { data } = await w.as.root.post('/organisations', { name: 'Short', parentId: w.root.id });
    const actor = { kind: 'system', role: 'platformAdmin', access: null } as never;
    await createIngestKey(platform, { actor, address: null }, { name: 'Key', organisationId: data.id });
    expect((await w.as.root.del(`/organisations/${data.id}`)).code).toBe(200);
    expect((await w.as.root.get(`/organisations/${data.id}`)).error).toBe('organisationNotFound');
    expect(await auditOf(data.id, 'organisations.delete')).toMatchObject({ organisationId: w.root.id });
  });

  test('one with anything left stays, and nobody deletes the own', async () => {
    const w = await world();
    const make = async () =>
      (await w.as.root.post('/organisations', { name: 'Used', parentId: w.root.id })).data.id as number;
    const [members, stations, devices, above] = [await make(), await make(), await make(), await make()];
    const cards = await make();
    const iccid = String(8949_0000_0000_0000 + cards);
    await platform.db.insertInto('simCards').values({ organisationId: cards, iccid }).execute();
    await makeUser(platform, { role: 'owner', organisationId: members });
    await makeStation(platform, { organisationId: stations });
    await makeDevice(platform, { organisationId: devices });
    await w.as.root.post('/organisations', { name: 'Loose', tie: 'loose', parentId: above });
    for (const id of [members, stations, devices, cards, above, w.root.id]) {
      expect((await w.as.root.del(`/organisations/${id}`)).error).toBe('organisationNotEmpty');
    }
    expect((await w.as.root.del(`/organisations/${w.loose.id}`)).error).toBe('organisationNotFound');
  });
});
