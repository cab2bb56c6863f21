import { LIMITS, type Label, type LabelTag } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerLabelsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, nobody, visitor } = await openApi(
  platform,
  registerLabelsRoutes,
  registerStationsRoutes,
  registerDevicesRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
type Kind = 'stations' | 'devices';
const KINDS = ['stations', 'devices'] as const;
const notFound = { stations: 'stationNotFound', devices: 'deviceNotFound' } as const;

const make = async (who: Someone, name: string) =>
  ((await who.post('/labels', { name, color: '#0055AA' })).data as Label).id;
const change = (who: Client, kind: Kind, body: object) => who.put(`/${kind}/labels`, body);

/** What objects carry, by name, in their order. */
async function carried(who: Someone, kind: Kind, ids: readonly number[]) {
  const answers = await Promise.all(ids.map((id) => who.get(`/${kind}/${id}`)));
  return answers.map(({ data }) => (data.labels as LabelTag[]).map(({ name }) => name).join());
}

/** An administrator with three stations and three devices; the first of each carries `Roof`. */
async function scene(kind: Kind) {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const stations = await Promise.all([1, 2, 3].map(() => makeStation(platform, { organisationId })));
  const devices = await Promise.all(
    stations.map(({ id }) => makeDevice(platform, { stationId: id, organisationId })),
  );
  const ids = (kind === 'stations' ? stations : devices).map(({ id }) => id);
  const [roof, east] = [await make(admin, 'Roof'), await make(admin, 'East')];
  await admin.put(`/${kind}/${ids[0]}/labels`, { labelIds: [roof] });
  return { admin, organisationId, stations, ids, roof, east };
}

const auditOf = (who: Someone, action: string) =>
  platform.db
    .selectFrom('auditLog')
    .select(['objectType', 'objectId', 'stationId', 'before', 'after'])
    .where('userId', '=', who.user.id)
    .where('action', '=', action)
    .orderBy('id')
    .execute();

describe.each(KINDS)('labels of several %s', (kind) => {
  test('are added and taken away, what is not named stays, each change has its audit row', async () => {
    const { admin, stations, ids, roof, east } = await scene(kind);
    const added = await change(admin, kind, { ids, add: [east] });
    expect(added.data).toEqual({ changed: 3 });
    expect(await carried(admin, kind, ids)).toEqual(['East,Roof', 'East', 'East']);
    const swapped = await change(admin, kind, { ids: [...ids, ids[0]], add: [roof], remove: [east] });
    expect(swapped.data).toEqual({ changed: 3 });
    expect(await carried(admin, kind, ids)).toEqual(['Roof', 'Roof', 'Roof']);
    expect((await change(admin, kind, { ids, add: [roof], remove: [east] })).data).toEqual({ changed: 0 });
    const rows = await auditOf(admin, `${kind}.label`);
    expect(rows).toHaveLength(1 + 3 + 3);
    expect(rows[1]).toEqual({
      objectType: kind.slice(0, -1),
      objectId: String(ids[0]),
      stationId: stations[0]!.id,
      before: { labelIds: [roof] },
      after: { labelIds: [roof, east] },
    });
  });

  test('one out of scope or a foreign label refuses the whole call', async () => {
    const { admin, ids, roof, east } = await scene(kind);
    const other = await scene(kind);
    const mixed = [...ids, other.ids[0]!];
    expect((await change(admin, kind, { ids: mixed, add: [east] })).error).toBe(notFound[kind]);
    expect((await change(admin, kind, { ids: [...ids, 99_999_999], add: [east] })).error).toBe(
      notFound[kind],
    );
    for (const body of [{ add: [east, other.roof] }, { add: [east], remove: [other.roof] }])
      expect((await change(admin, kind, { ids, ...body })).error).toBe('labelNotFound');
    expect(await carried(admin, kind, ids)).toEqual(['Roof', '', '']);
    expect(await carried(other.admin, kind, other.ids)).toEqual(['Roof', '', '']);
    expect(await auditOf(admin, `${kind}.label`)).toHaveLength(1);
    const lone = await someone('platformAdmin', { organisationId: null });
    expect((await change(lone, kind, { ids: mixed, add: [roof] })).error).toBe('labelNotFound');
    expect((await change(lone, kind, { ids, add: [roof] })).data).toEqual({ changed: 2 });
  });

  test('one that would carry too many refuses the whole call', async () => {
    const { admin, ids, roof } = await scene(kind);
    const more: number[] = [];
    for (let i = 0; i < LIMITS.labelsPerObject; i += 1) more.push(await make(admin, `Label ${i}`));
    const refused = await change(admin, kind, { ids, add: more });
    expect(refused.error).toBe('labelsTooMany');
    expect(await carried(admin, kind, ids)).toEqual(['Roof', '', '']);
    expect((await change(admin, kind, { ids, add: more, remove: [roof] })).data).toEqual({ changed: 3 });
  });

  test('two changes at once both hold', async () => {
    const { admin, ids, roof, east } = await scene(kind);
    const answers = await Promise.all([
      change(admin, kind, { ids, add: [east] }),
      change(admin, kind, { ids: ids.toReversed(), remove: [roof] }),
      change(admin, kind, { ids, add: [east] }),
      admin.put(`/${kind}/${ids[1]}/labels`, { labelIds: [east] }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(await carried(admin, kind, ids)).toEqual(['East', 'East', 'East']);
  });

  test('who may not set labels is refused, as is a wrong number of objects', async () => {
    const { admin, organisationId, ids, east } = await scene(kind);
    const reader = await someone('internalReadOnly', { organisationId });
    expect((await change(reader, kind, { ids, add: [east] })).error).toBe('noDataPermission');
    expect((await change(await visitor(), kind, { ids, add: [east] })).error).toBe('visitorReadOnly');
    expect((await nobody.put(`/${kind}/labels`, { ids, add: [east] })).error).toBe('unauthorised');
    const many = Array.from({ length: LIMITS.labelledAtOnce + 1 }, (_, index) => index + 1);
    for (const wrong of [[], many])
      expect((await change(admin, kind, { ids: wrong, add: [east] })).fields?.[0]?.path).toBe('body.ids');
  });
});

test('only a grant that gives the right to label does', async () => {
  const { admin, stations, ids } = await scene('stations');
  const { id: organisationId } = await makeOrganisation(platform);
  const partner = await someone('serviceProvider', { organisationId });
  const label = await make(await someone('organisationAdmin', { organisationId }), 'Ours');
  const grant = async (role: 'viewer' | 'operator', stationId: number) => {
    const now = platform.clock.now();
    const { id: grantId } = await platform.db
      .insertInto('grants')
      .values({
        state: 'accepted',
        toUserId: partner.user.id,
        role,
        beginsAt: new Date(now - 1000),
        endsAt: new Date(now + 86_400_000),
        createdAt: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.db.insertInto('grantStations').values({ grantId, stationId }).execute();
  };
  await grant('operator', stations[0]!.id);
  await grant('viewer', stations[1]!.id);
  const both = { ids: ids.slice(0, 2), add: [label] };
  expect((await change(partner, 'stations', both)).error).toBe('stationNotFound');
  expect((await change(partner, 'stations', { ...both, ids: ids.slice(0, 1) })).data).toEqual({ changed: 1 });
  expect(await carried(admin, 'stations', ids)).toEqual(['Roof', '', '']);
  expect(await carried(partner, 'stations', ids.slice(0, 1))).toEqual(['Ours']);
});
