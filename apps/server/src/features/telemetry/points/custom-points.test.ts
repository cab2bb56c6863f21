import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../../test/makers.ts';
import { openLatest } from '../latest/latest-store.ts';
import { describePoints } from './describe-points.ts';
import { openPointRegistry } from './point-registry.ts';
import { registerPointRoutes } from './routes.ts';

const platform = await testPlatform();
const points = await openPointRegistry(platform);
const latest = await openLatest(platform);
const api = await openApi(platform, (server) => registerPointRoutes(server, latest));
afterAll(async () => {
  await api.server.app.close();
  await latest.stop();
  await platform.stop();
});

const LEVEL = { key: 'tank.level', name: 'Water in the tank', unit: 'm', kind: 'gauge', decimals: 2 };

/** An administrator with a device that reports two custom points, and a second one that reports one of them. */
async function world() {
  const admin = await api.someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const [first, second] = [
    await makeDevice(platform, { organisationId, name: 'Pump house' }),
    await makeDevice(platform, { organisationId }),
  ];
  for (const device of [first, second]) await points.pointId(device.id, 'tank.level');
  await points.pointId(first.id, 'energy.today');
  return { admin, organisationId, first, second };
}

const describe = async (deviceId: number, key: string) =>
  (await describePoints(platform.db, deviceId, [key]))(key);

test('the list tells each point with its devices; a search finds keys and names', async () => {
  const { admin, first, second } = await world();
  const { data } = await admin.get('/custom-points');
  expect(data).toMatchObject({ total: 2, page: 1 });
  expect(data.rows).toEqual([
    {
      key: 'energy.today',
      name: null,
      unit: '',
      kind: 'gauge',
      decimals: null,
      version: 0,
      recordings: [],
      recordingCount: 0,
      firstSeenAt: platform.clock.now(),
      deviceCount: 1,
      devices: [{ id: first.id, sn: first.sn, name: 'Pump house' }],
    },
    expect.objectContaining({ key: 'tank.level', deviceCount: 2 }),
  ]);
  expect(data.rows[1].devices.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
  await admin.put('/custom-points', { ...LEVEL, version: 0 });
  for (const [q, found] of [
    ['TODAY', ['energy.today']],
    ['water', ['tank.level']],
    ['%', []],
  ] as const) {
    const answer = await admin.get(`/custom-points?q=${encodeURIComponent(q)}`);
    expect(answer.data.rows.map(({ key }: { key: string }) => key)).toEqual(found);
  }
  const second1 = await admin.get('/custom-points?page=2&pageSize=1');
  expect(second1.data).toMatchObject({
    total: 2,
    rows: [{ key: 'tank.level', name: LEVEL.name, version: 1 }],
  });
});

test('a point has its name, unit, kind and digits from then on; the log says who said so', async () => {
  const { admin, organisationId, second } = await world();
  expect((await admin.put('/custom-points', { ...LEVEL, version: 0 })).code).toBe(200);
  const { key, ...said } = LEVEL;
  expect(await describe(second.id, key)).toEqual(said);
  expect(await describe(second.id, 'battery.soc')).toEqual({
    name: null,
    unit: '%',
    kind: 'gauge',
    decimals: null,
  });
  await admin.put('/custom-points', { ...LEVEL, name: null, version: 1 });
  const rows = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'objectType', 'before', 'after'])
    .where('organisationId', '=', organisationId)
    .where('action', '=', 'customPoints.edit')
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { action: 'customPoints.edit', objectType: 'organisation', before: null, after: LEVEL },
    {
      action: 'customPoints.edit',
      objectType: 'organisation',
      before: LEVEL,
      after: { ...LEVEL, name: null },
    },
  ]);
});

test('of two people who edit the same point the second is told', async () => {
  const { admin } = await world();
  const answers = await Promise.all(
    ['Mine', 'Yours'].map((name) => admin.put('/custom-points', { ...LEVEL, name, version: 0 })),
  );
  expect(answers.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['pointChanged', 'saved']);
  const old = await admin.put('/custom-points', { ...LEVEL, name: 'Late', version: 0 });
  expect(old.error).toBe('pointChanged');
  expect((await admin.put('/custom-points', { ...LEVEL, name: 'Seen', version: 1 })).code).toBe(200);
});

test('a point that no device reports, and a unit that is none, are refused', async () => {
  const { admin } = await world();
  const refused = async (change: object) =>
    (await admin.put('/custom-points', { ...LEVEL, ...change, version: 0 })).error;
  expect(await refused({ key: 'ac.power' })).toBe('unknownPoint');
  expect(await refused({ key: 'of.nobody' })).toBe('unknownPoint');
  expect(await refused({ unit: 'furlong' })).toBe('invalidInput');
  expect(await refused({ kind: 'bits' })).toBe('invalidInput');
  expect(await refused({ decimals: 7 })).toBe('invalidInput');
});

test('points are those of one organisation: others neither see nor name them, and below counts by its tie', async () => {
  const { admin, organisationId } = await world();
  const other = await api.someone('organisationAdmin');
  const at = `/custom-points?organisationId=${organisationId}`;
  expect((await other.get(at)).error).toBe('noDataPermission');
  expect((await other.put('/custom-points', { ...LEVEL, organisationId, version: 0 })).error).toBe(
    'noDataPermission',
  );
  expect((await other.get('/custom-points')).data.total).toBe(0);
  const above = await platform.db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  for (const [tie, error] of [
    ['tight', undefined],
    ['loose', 'noDataPermission'],
  ] as const) {
    const below = await makeOrganisation(platform, above, tie);
    expect((await admin.get(`/custom-points?organisationId=${below.id}`)).error).toBe(error);
  }
  const reader = await api.someone('internalReadOnly', { organisationId });
  expect((await reader.get('/custom-points')).data.total).toBe(2);
  expect((await reader.put('/custom-points', { ...LEVEL, version: 0 })).code).toBe(40300);
});

test('an owner names the points of an organisation that is only theirs, and no other', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  await platform.db
    .updateTable('organisations')
    .set({ type: 'personal' })
    .where('id', '=', organisationId)
    .execute();
  const owner = await api.someone('owner', { organisationId });
  const device = await makeDevice(platform, { organisationId });
  await points.pointId(device.id, 'tank.level');
  expect((await owner.get('/custom-points')).data.total).toBe(1);
  expect((await owner.put('/custom-points', { ...LEVEL, version: 0 })).code).toBe(200);
  const { organisationId: company } = await world();
  const member = await api.someone('owner', { organisationId: company });
  expect((await member.get('/custom-points')).data.total).toBe(0);
  expect((await member.get(`/custom-points?organisationId=${company}`)).error).toBe('noDataPermission');
  expect((await member.put('/custom-points', { ...LEVEL, version: 0 })).error).toBe('noDataPermission');
});

test('a device that changes hands keeps its points, and its new organisation says what they are', async () => {
  const { admin, first } = await world();
  await admin.put('/custom-points', { ...LEVEL, version: 0 });
  const buyer = await api.someone('organisationAdmin');
  const organisationId = buyer.organisationId!;
  await platform.db.updateTable('devices').set({ organisationId }).where('id', '=', first.id).execute();
  expect(await describe(first.id, LEVEL.key)).toMatchObject({ name: null, unit: '' });
  expect((await buyer.get('/custom-points')).data.total).toBe(2);
  await buyer.put('/custom-points', { ...LEVEL, name: 'Cistern', version: 0 });
  expect(await describe(first.id, LEVEL.key)).toMatchObject({ name: 'Cistern', unit: 'm' });
});
