import { LIMITS, STATION_FIGURES } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerSavedViewsRoutes } from './index.ts';
import { meantBy } from './read-views.ts';
import { threadMs } from '../../../test/thread-ms.ts';

const platform = await testPlatform();
const { server, someone, visitor, asProgram } = await openApi(platform, registerSavedViewsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const body = (changes: object = {}) => ({
  name: 'Large ones',
  columns: ['name', 'power', 'capacity'],
  filters: { capacity: '100..', status: 'offline,alarm' },
  sort: 'power',
  order: 'desc',
  shared: false,
  ...changes,
});
const save = (who: Someone, changes: object = {}) => who.post('/saved-views', body(changes));
const seen = async (who: Pick<Someone, 'get'>) =>
  ((await who.get('/saved-views')).data as { name: string }[]).map(({ name }) => name);

async function crew() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const installer = await someone('installer', { organisationId });
  const owner = await someone('owner', { organisationId });
  return { admin, installer, owner };
}

test('a view is its author’s; once shared it is the organisation’s, and administrators change it as well', async () => {
  const { admin, installer, owner } = await crew();
  const stranger = await someone('organisationAdmin');
  const { data: view } = await save(installer);
  expect(view).toMatchObject({ ...body(), author: null, editable: true, isDefault: false, gone: [] });
  for (const other of [admin, owner, stranger]) expect(await seen(other)).toEqual([]);
  await installer.put(`/saved-views/${view.id}`, { shared: true });
  expect((await admin.get('/saved-views')).data).toMatchObject([
    { name: 'Large ones', author: installer.user.name, editable: true, shared: true },
  ]);
  for (const other of [owner, stranger]) {
    expect(await seen(other)).toEqual([]);
    expect(await other.put(`/saved-views/${view.id}`, { name: 'Mine' })).toMatchObject({
      error: 'savedViewNotFound',
    });
  }
  const colleague = await someone('installer', { organisationId: admin.organisationId! });
  expect(await colleague.del(`/saved-views/${view.id}`)).toMatchObject({ error: 'noDataPermission' });
  expect((await admin.put(`/saved-views/${view.id}`, { name: 'Larger ones' })).data.name).toBe('Larger ones');
  expect((await admin.put(`/saved-views/${view.id}`, { shared: false })).data).toBeNull();
  expect(await seen(installer)).toEqual(['Larger ones']);
  expect((await installer.del(`/saved-views/${view.id}`)).code).toBe(200);
  expect(await seen(installer)).toEqual([]);
});

test('who left an organisation neither sees nor rewrites what is shared there', async () => {
  const { admin, installer } = await crew();
  const { data: view } = await save(installer, { name: 'Of the crew', shared: true });
  await save(installer, { name: 'My own' });
  const { organisationId } = await someone('installer');
  await platform.db
    .updateTable('users')
    .set({ organisationId })
    .where('id', '=', installer.user.id)
    .execute();
  expect(await seen(installer)).toEqual(['My own']);
  for (const answer of [
    await installer.put(`/saved-views/${view.id}`, { name: 'Call this number' }),
    await installer.del(`/saved-views/${view.id}`),
  ])
    expect(answer).toMatchObject({ error: 'savedViewNotFound' });
  expect(await seen(admin)).toEqual(['Of the crew']);
});

test('only who works for an organisation shares with it; visitors and programs keep no views', async () => {
  const { admin, owner } = await crew();
  expect(await save(owner, { shared: true })).toMatchObject({ error: 'noDataPermission' });
  expect((await save(owner)).code).toBe(200);
  const looking = await visitor();
  expect(await seen(looking)).toEqual([]);
  expect((await looking.post('/saved-views', body())).code).not.toBe(200);
  const program = await asProgram(admin.user, ['stations.view']);
  expect((await program.get('/saved-views')).code).not.toBe(200);
});

test('one view is the default of each person', async () => {
  const { admin, installer } = await crew();
  const [{ data: one }, { data: two }] = [
    await save(admin, { shared: true }),
    await save(admin, { name: 'Others' }),
  ];
  const choose = (who: Someone, id: number, isDefault = true) =>
    who.put(`/saved-views/${id}/default`, { isDefault });
  const defaults = async (who: Someone) =>
    ((await who.get('/saved-views')).data as { id: number; isDefault: boolean }[])
      .filter(({ isDefault }) => isDefault)
      .map(({ id }) => id);
  await choose(admin, one.id);
  await choose(installer, one.id);
  await choose(admin, two.id);
  expect([await defaults(admin), await defaults(installer)]).toEqual([[two.id], [one.id]]);
  expect(await choose(installer, two.id)).toMatchObject({ error: 'savedViewNotFound' });
  await choose(admin, two.id, false);
  await admin.del(`/saved-views/${one.id}`);
  expect([await defaults(admin), await defaults(installer)]).toEqual([[], []]);
});

test('a name is taken once, filters and columns are those of the list, and nobody has more than the limit', async () => {
  const { admin, installer } = await crew();
  const at = (path: string) => ({ error: 'invalidInput', fields: [{ path }] });
  await save(admin, { shared: true });
  expect(await save(admin, { name: 'LARGE ones' })).toMatchObject(at('body.name'));
  expect(await save(installer, { shared: true })).toMatchObject(at('body.name'));
  expect(await save(admin, { name: ' ' })).toMatchObject(at('body.name'));
  expect(await save(admin, { filters: { colour: 'red' } })).toMatchObject(at('body.filters.colour'));
  expect(await save(admin, { filters: { power: 'much' } })).toMatchObject(at('body.filters.power'));
  expect(await save(admin, { filters: { revenueToday: '1..' } })).toMatchObject(at('body.filters'));
  expect(await save(admin, { columns: ['wings'] })).toMatchObject(at('body.columns.0'));
  const rows = Array.from({ length: LIMITS.savedViews - 1 }, (_, n) => ({
    userId: admin.user.id,
    organisationId: null,
    name: `View ${n}`,
    columns: [],
    filters: '{}',
    sort: 'name',
    direction: 'asc' as const,
  }));
  await platform.db.insertInto('savedViews').values(rows).execute();
  expect(await save(admin, { name: 'One more' })).toMatchObject({ error: 'tooManySavedViews' });
});

test('a view of alarms keeps what that list has, has names and a first one of its own', async () => {
  const { admin } = await crew();
  const alarms = {
    list: 'alarms',
    columns: ['name', 'loss'],
    filters: { assigned: 'mine', level: 'emergency' },
    sort: 'loss',
  };
  const { data: ofStations } = await save(admin);
  const { data: view } = await save(admin, alarms);
  expect(view).toMatchObject({ ...alarms, name: 'Large ones', gone: [] });
  const at = (path: string) => ({ error: 'invalidInput', fields: [{ path }] });
  expect(await save(admin, { ...alarms, filters: { capacity: '1..' } })).toMatchObject(
    at('body.filters.capacity'),
  );
  expect(await save(admin, { ...alarms, columns: ['power'] })).toMatchObject(at('body.columns.0'));
  expect(await save(admin, { ...alarms, sort: 'power' })).toMatchObject(at('body.sort'));
  // What another list has is no change of this one.
  expect((await admin.put(`/saved-views/${view.id}`, { sort: 'name' })).error).toBe('savedViewNotFound');
  const changed = await admin.put(`/saved-views/${view.id}`, { list: 'alarms', sort: 'beganAt' });
  expect(changed.data.sort).toBe('beganAt');
  for (const { id } of [ofStations, view]) await admin.put(`/saved-views/${id}/default`, { isDefault: true });
  const defaults = (await admin.get('/saved-views')).data as { isDefault: boolean }[];
  expect(defaults.map(({ isDefault }) => isDefault)).toEqual([true, true]);
  expect((await admin.get('/saved-views?list=alarms')).data).toMatchObject([{ id: view.id }]);
});

test('a view of devices keeps filters, columns and order of that list, without the station of a page', async () => {
  const { admin } = await crew();
  const devices = {
    list: 'devices',
    columns: ['sn', 'signal'],
    filters: { bound: 'false', kind: 'logger', warrantyEnd: '..2027-01-31' },
    sort: 'warrantyEnd',
  };
  expect((await save(admin, devices)).data).toMatchObject({ ...devices, gone: [] });
  expect(await save(admin, { ...devices, name: 'Of one', filters: { stationId: '3' } })).toMatchObject({
    fields: [{ path: 'body.filters.stationId' }],
  });
});

test('an organisation shares so many views at most, and labels of others are told by none', async () => {
  const { admin, installer } = await crew();
  const { organisationId } = admin;
  const row = {
    userId: admin.user.id,
    organisationId,
    columns: ['name'],
    filters: '{}',
    sort: 'name',
    direction: 'asc' as const,
  };
  await platform.db
    .insertInto('savedViews')
    .values(Array.from({ length: LIMITS.sharedViews }, (_, n) => ({ ...row, name: `View ${n}` }) as const))
    .execute();
  expect((await save(installer, { shared: true })).error).toBe('tooManySharedViews');
  const { data: own } = await save(installer);
  expect((await installer.put(`/saved-views/${own.id}`, { shared: true })).error).toBe('tooManySharedViews');
  const labelOf = async (organisation: number) => {
    const label = { organisationId: organisation, name: 'Roofs', description: '', color: '#0055AA' };
    return platform.db.insertInto('labels').values(label).returning('id').executeTakeFirstOrThrow();
  };
  const stranger = await someone('organisationAdmin');
  const [ours, theirs] = [await labelOf(organisationId!), await labelOf(stranger.organisationId!)];
  const label = `${ours.id},${theirs.id}`;
  const { data } = await save(installer, { name: 'Labelled', filters: { label } });
  expect(data).toMatchObject({ filters: { label: String(ours.id) }, gone: ['label'] });
});

test('hundreds of views with every filter keep nobody waiting', () => {
  const ranges = Object.fromEntries(STATION_FIGURES.map((figure) => [figure, '1..2']));
  const stored = {
    list: 'stations',
    columns: [],
    filters: { ...ranges, name: 'a' },
    sort: 'loss',
    direction: 'asc',
  } as const;
  const began = threadMs();
  for (let n = 0; n < LIMITS.sharedViews; n += 1)
    meantBy({ ...stored, columns: [] }, { maySeeMoney: true, labels: new Set() });
  // Before it took more than a second on an idle machine.
  expect(threadMs() - began).toBeLessThan(500);
});

test('what no longer exists, or is not the reader’s to see, is left out and named', () => {
  const stored = {
    list: 'stations',
    columns: ['name', 'wings', 'revenueToday'],
    filters: { power: '5..', wings: '2', type: 'castle', label: '7,8', currency: 'EUR' },
    sort: 'revenueToday',
    direction: 'asc',
  } as const;
  const labels = new Set(['8']);
  const read = { ...stored, columns: [...stored.columns] };
  expect(meantBy(read, { maySeeMoney: true, labels })).toEqual({
    columns: ['name', 'revenueToday'],
    filters: { power: '5..', label: '8', currency: 'EUR' },
    sort: 'revenueToday',
    order: 'asc',
    gone: ['wings', 'type', 'label'],
  });
  expect(meantBy(read, { maySeeMoney: false, labels })).toMatchObject({
    columns: ['name'],
    filters: { power: '5..', label: '8' },
    sort: 'loss',
    gone: ['wings', 'revenueToday', 'type', 'label', 'currency'],
  });
});
