import { LIMITS, type Label } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerLabelsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, nobody, visitor, asProgram } = await openApi(
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
const make = async (who: Someone, name: string, color = '#0055AA') =>
  (await who.post('/labels', { name, color })).data as Label;
const put = (who: Someone, what: string, labelIds: number[]) => who.put(`/${what}/labels`, { labelIds });

async function scene() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  return { admin, organisationId, station, device };
}

test('a program reads labels on stations and devices where its key names them', async () => {
  const { admin, station, device } = await scene();
  const { id } = await make(admin, 'Roof');
  for (const what of [`stations/${station.id}`, `devices/${device.id}`]) await put(admin, what, [id]);
  const read = async (...labels: 'labels.view'[]) => {
    const { get } = await asProgram(admin.user, ['stations.view', 'devices.view', ...labels]);
    const seen = (rows: { id: number; labels: { id: number }[] }[]) =>
      rows.flatMap((row) => row.labels.map((tag) => tag.id));
    const found = [await get(`/stations?label=${id}`), await get(`/devices?label=${id}`)];
    const shown = [await get('/stations'), await get('/devices')].map(({ data }) => seen(data.rows));
    return [...found.map(({ data }) => data.total), ...shown.flat()];
  };
  expect(await read('labels.view')).toEqual([1, 1, id, id]);
  expect(await read()).toEqual([0, 0]);
});

describe('labels of an organisation', () => {
  test('are made, changed and deleted, each with its audit row', async () => {
    const { admin, organisationId, station } = await scene();
    const made = await admin.post('/labels', { name: ' Roof ', color: '#0055AA', description: 'South side' });
    expect(made.data).toEqual({
      id: made.data.id,
      name: 'Roof',
      description: 'South side',
      color: '#0055AA',
      organisationId,
      stations: 0,
      devices: 0,
    });
    await put(admin, `stations/${station.id}`, [made.data.id]);
    const changed = await admin.put(`/labels/${made.data.id}`, { color: '#112233' });
    expect(changed.data).toMatchObject({
      name: 'Roof',
      description: 'South side',
      color: '#112233',
      stations: 1,
    });
    expect((await admin.get('/labels')).data).toEqual([changed.data]);
    expect((await admin.del(`/labels/${made.data.id}`)).data).toBeNull();
    expect((await admin.get('/labels')).data).toEqual([]);
    expect((await admin.get(`/stations/${station.id}`)).data.labels).toEqual([]);
    expect((await admin.del(`/labels/${made.data.id}`)).error).toBe('labelNotFound');
    const rows = await platform.db
      .selectFrom('auditLog')
      .select('action')
      .where('userId', '=', admin.user.id)
      .where('allowed', '=', true)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'labels.create',
      'stations.label',
      'labels.edit',
      'labels.delete',
    ]);
  });

  test('a name is taken whatever its case and script, in its own organisation alone', async () => {
    const { admin } = await scene();
    const other = await someone('organisationAdmin');
    await make(admin, 'Süddach Ost');
    const second = await make(admin, 'Nord');
    const twice = await admin.post('/labels', { name: 'SÜDDACH ost', color: '#000000' });
    expect(twice.error).toBe('invalidInput');
    expect(twice.fields).toEqual([
      { path: 'body.name', message: 'Another label of this organisation has this name.' },
    ]);
    const renamed = await admin.put(`/labels/${second.id}`, { name: 'süddach OST' });
    expect(renamed.fields![0]!.path).toBe('body.name');
    expect((await admin.put(`/labels/${second.id}`, { name: 'NORD' })).data.name).toBe('NORD');
    expect((await other.post('/labels', { name: 'Süddach Ost', color: '#000000' })).code).toBe(200);
  });

  test('an empty name, a tag in it, one too long and no colour are refused at their fields', async () => {
    const { admin } = await scene();
    const paths = async (body: object) =>
      (await admin.post('/labels', body)).fields?.map(({ path }) => path).toSorted();
    expect(await paths({ name: '  ', color: 'red' })).toEqual(['body.color', 'body.name']);
    expect(await paths({ name: '<b>', color: '#000000' })).toEqual(['body.name']);
    expect(await paths({ name: 'x'.repeat(33), color: '#000000' })).toEqual(['body.name']);
  });

  test('those of others do not exist; roles without the right and visitors are refused', async () => {
    const { admin, organisationId } = await scene();
    const label = await make(admin, 'Mine');
    const other = await someone('organisationAdmin');
    expect((await other.get('/labels')).data).toEqual([]);
    expect((await other.put(`/labels/${label.id}`, { name: 'Yours' })).error).toBe('labelNotFound');
    expect((await other.del(`/labels/${label.id}`)).error).toBe('labelNotFound');
    const reader = await someone('internalReadOnly', { organisationId });
    expect((await reader.get('/labels')).data).toHaveLength(1);
    expect((await reader.post('/labels', { name: 'x', color: '#000000' })).error).toBe('noDataPermission');
    const installer = await someone('installer', { organisationId });
    expect((await installer.del(`/labels/${label.id}`)).error).toBe('noDataPermission');
    expect((await (await visitor()).get('/labels')).error).toBe('visitorReadOnly');
    expect((await nobody.get('/labels')).error).toBe('unauthorised');
    const lone = await someone('platformAdmin', { organisationId: null });
    expect((await lone.get('/labels')).data).toEqual([]);
    expect((await lone.post('/labels', { name: 'x', color: '#000000' })).error).toBe('noDataPermission');
  });
});

describe('what carries labels', () => {
  test('exactly the labels of the caller’s organisation are set; those of others stay', async () => {
    const { admin, station, device } = await scene();
    const owner = await someone('owner');
    await platform.db
      .updateTable('stations')
      .set({ ownerId: owner.user.id })
      .where('id', '=', station.id)
      .execute();
    const [roof, east] = [await make(admin, 'Roof'), await make(admin, 'East')];
    const mine = await make(owner, 'Home');
    for (const what of [`stations/${station.id}`, `devices/${device.id}`]) {
      expect((await put(admin, what, [roof.id, east.id, roof.id])).code).toBe(200);
      expect((await put(owner, what, [mine.id])).code).toBe(200);
      expect((await put(admin, what, [east.id])).code).toBe(200);
      const tag = ({ id, name, color }: Label) => ({ id, name, color });
      expect((await admin.get(`/${what}`)).data.labels).toEqual([tag(east)]);
      expect((await owner.get(`/${what}`)).data.labels).toEqual([tag(mine)]);
      const lone = await someone('platformAdmin', { organisationId: null });
      expect((await lone.get(`/${what}`)).data.labels).toEqual([tag(east)]);
      expect((await put(lone, what, [roof.id])).code).toBe(200);
      expect((await admin.get(`/${what}`)).data.labels).toEqual([tag(roof)]);
      expect((await put(admin, what, [])).code).toBe(200);
      expect((await admin.get(`/${what}`)).data.labels).toEqual([]);
      expect((await owner.get(`/${what}`)).data.labels).toEqual([tag(mine)]);
    }
  });

  test('an administrator of the platform who is in an organisation works with its labels, on whatever there is', async () => {
    const { admin, station, device } = await scene();
    const head = await someone('platformAdmin');
    const [theirs, mine] = [await make(admin, 'Theirs'), await make(head, 'Mine')];
    for (const what of [`stations/${station.id}`, `devices/${device.id}`]) {
      await put(admin, what, [theirs.id]);
      expect((await put(head, what, [mine.id])).code).toBe(200);
      const names = async (who: Someone) =>
        (await who.get(`/${what}`)).data.labels.map(({ name }: Label) => name);
      expect(await names(head)).toEqual(['Mine']);
      expect(await names(admin)).toEqual(['Theirs']);
      expect((await put(head, what, [theirs.id])).error).toBe('labelNotFound');
    }
    const elsewhere = await makeStation(platform, { organisationId: (await makeOrganisation(platform)).id });
    const several = { ids: [station.id, elsewhere.id], add: [mine.id] };
    expect((await head.put('/stations/labels', several)).data).toEqual({ changed: 1 });
    expect((await head.get(`/stations?label=${mine.id}`)).data.total).toBe(2);
  });

  test('twenty at most, none of another organisation, and only on what is in scope', async () => {
    const { admin, station, device } = await scene();
    const labels: number[] = [];
    for (let i = 0; i < 21; i += 1) labels.push((await make(admin, `Label ${i}`)).id);
    const what = `stations/${station.id}`;
    expect((await put(admin, what, labels)).error).toBe('labelsTooMany');
    expect((await put(admin, what, labels.slice(1))).code).toBe(200);
    const other = await someone('organisationAdmin');
    const foreign = await make(other, 'Foreign');
    expect((await put(admin, what, [foreign.id])).error).toBe('labelNotFound');
    expect((await admin.get(`/${what}`)).data.labels).toHaveLength(20);
    expect((await put(other, what, [foreign.id])).error).toBe('stationNotFound');
    expect((await put(other, `devices/${device.id}`, [foreign.id])).error).toBe('deviceNotFound');
    const reader = await someone('internalReadOnly', { organisationId: admin.organisationId });
    expect((await put(reader, what, [])).error).toBe('noDataPermission');
    expect((await admin.put(`/${what}/labels`, {})).error).toBe('invalidInput');
  });

  test('lists and the map show and filter by them; counts of a label are those in scope', async () => {
    const { admin, organisationId, station, device } = await scene();
    const plain = await makeStation(platform, { organisationId });
    const elsewhere = await makeStation(platform, { organisationId: (await makeOrganisation(platform)).id });
    const [roof, east] = [await make(admin, 'Roof'), await make(admin, 'East')];
    await put(admin, `stations/${station.id}`, [roof.id]);
    await put(admin, `devices/${device.id}`, [roof.id, east.id]);
    await platform.db
      .insertInto('stationLabels')
      .values({ stationId: elsewhere.id, labelId: roof.id })
      .execute();
    const ids = async (who: Someone, url: string) => {
      const { data } = await who.get(url);
      return ((data.rows ?? data) as { id: number }[]).map(({ id }) => id);
    };
    expect(await ids(admin, `/stations?label=${roof.id}`)).toEqual([station.id]);
    expect(await ids(admin, `/stations/map?label=${roof.id},${east.id}`)).toEqual([station.id]);
    expect(await ids(admin, `/stations?label=${east.id}`)).toEqual([]);
    expect(await ids(admin, `/devices?label=${east.id}`)).toEqual([device.id]);
    expect((await admin.get(`/stations?label=${roof.id}`)).data).toMatchObject({
      total: 1,
      counts: { connecting: 1 },
    });
    const { data } = await admin.get('/stations?sort=name');
    const shown = new Map(data.rows.map((row: { id: number; labels: Label[] }) => [row.id, row.labels]));
    expect(shown.get(plain.id)).toEqual([]);
    expect(shown.get(station.id)).toEqual([{ id: roof.id, name: 'Roof', color: '#0055AA' }]);
    expect((await admin.get('/devices')).data.rows[0].labels.map(({ name }: Label) => name)).toEqual([
      'East',
      'Roof',
    ]);
    const other = await someone('organisationAdmin', { organisationId: elsewhere.organisationId });
    expect(await ids(other, `/stations?label=${roof.id}`)).toEqual([]);
    const lone = await someone('platformAdmin', { organisationId: null });
    expect(await ids(lone, `/stations?label=${roof.id}`)).toEqual([station.id]);
    const [, second] = (await admin.get('/labels')).data as Label[];
    expect(second).toMatchObject({ name: 'Roof', stations: 1, devices: 1 });
    expect((await admin.get('/stations?label=x')).error).toBe('invalidInput');
  });
});

test('an organisation has so many labels, and those of others do not count', async () => {
  const [full, other] = [await someone('organisationAdmin'), await someone('organisationAdmin')];
  const add = (who: typeof full) => who.post('/labels', { name: 'One more', color: '#0055AA' });
  await sql`INSERT INTO labels (organisation_id, name, color)
    SELECT ${full.organisationId}::bigint, 'Label ' || n, '#0055AA' FROM generate_series(1, ${LIMITS.labelsOfOrganisation}::int) n`.execute(
    platform.db,
  );
  expect((await add(full)).error).toBe('tooManyOfOrganisation');
  expect((await add(other)).error).toBeUndefined();
});

/** Makes labels until one is refused; so many were there before. */
async function fill(who: Someone, { organisationId, there }: { organisationId: number; there: number }) {
  await sql`INSERT INTO labels (organisation_id, name, color, customer_id)
    SELECT ${organisationId}::bigint, 'Label ' || ${who.user.id}::text || ' ' || n, '#0055AA', ${who.user.id}::bigint FROM generate_series(1, ${there}::int) n`.execute(
    platform.db,
  );
  for (let made = there; ; made += 1) {
    const { error } = await who.post('/labels', { name: `More ${who.user.id} ${made}`, color: '#0055AA' });
    if (error === undefined) continue;
    expect(error).toBe('tooManyOfOrganisation');
    return made;
  }
}

test('no customer uses up the labels of an organisation, and a person alone has all of them', async () => {
  const { admin, organisationId } = await scene();
  const [first, second] = [
    await someone('owner', { organisationId }),
    await someone('owner', { organisationId }),
  ];
  expect(await fill(first, { organisationId, there: LIMITS.labelsOfOrganisation * 0.6 - 1 })).toBe(1200);
  expect(await fill(second, { organisationId, there: 479 })).toBe(480);
  expect((await make(admin, 'Of the installer')).name).toBe('Of the installer');
  const home = await makeOrganisation(platform);
  await sql`UPDATE organisations SET type = 'personal' WHERE id = ${home.id}`.execute(platform.db);
  const alone = await someone('owner', { organisationId: home.id });
  expect(await fill(alone, { organisationId: home.id, there: LIMITS.labelsOfOrganisation - 1 })).toBe(2000);
});
