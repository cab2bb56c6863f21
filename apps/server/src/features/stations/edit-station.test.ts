import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const NEW = { name: 'New', type: 'residential', capacityKw: 8.4, latitude: -33.87, longitude: 151.21 };
type Person = Awaited<ReturnType<typeof someone>>;

async function stationOf(who: Person, values: Parameters<typeof makeStation>[1] = {}) {
  return (await makeStation(platform, { organisationId: who.organisationId!, ...values })).id;
}
const rowOf = (id: number) =>
  platform.db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const entriesOf = (id: number) =>
  platform.db
    .selectFrom('auditLog')
    .select(['action', 'userId', 'before', 'after'])
    .where('stationId', '=', id)
    .orderBy('id')
    .execute();
const jobsOf = async (kind: string, stationId: number) => {
  const { rows } = await platform.pool.query(
    "SELECT 1 FROM jobs.job WHERE name = $1 AND data->>'stationId' = $2",
    [kind, String(stationId)],
  );
  return rows.length;
};
/** A grant of a station to a person. */
async function grant(stationId: number, toUserId: number, role: 'viewer' | 'operator') {
  const now = platform.clock.now();
  const { id } = await platform.db
    .insertInto('grants')
    .values({
      state: 'accepted',
      role,
      toUserId,
      beginsAt: new Date(now),
      endsAt: new Date(now + 86_400_000),
      createdAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
}

test('the named fields change, the others stay; the log tells what was and what is, of what is private that it changed', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer, { tilt: 30, address: '1 Test Street' });
  const announced: number[] = [];
  const end = platform.bus.subscribe('stationChanged', ({ stationId }) => announced.push(stationId));
  const { code, data } = await installer.put(`/stations/${id}`, {
    version: 1,
    name: ' Barn ',
    capacityKw: 8.4,
    tilt: null,
    postCode: ' 28001 ',
    contactPhone: '0034 612 345 678',
    contactEmail: 'olga@example.test',
    notes: 'Ring twice.\nThe dog is friendly.',
    firstPowerOn: '2026-03-01',
  });
  end();
  expect(code).toBe(200);
  expect(data).toMatchObject({
    name: 'Barn',
    capacityKw: 8.4,
    tilt: null,
    address: '1 Test Street',
    postCode: '28001',
    contactPhone: '+34612345678',
    contactEmail: 'olga@example.test',
    notes: 'Ring twice.\nThe dog is friendly.',
    firstPowerOn: '2026-03-01',
    version: 2,
  });
  expect(announced).toEqual([id]);
  const [entry, ...more] = await entriesOf(id);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ action: 'stations.edit', userId: installer.user.id });
  expect(entry!.before).toMatchObject({ capacityKw: 100, tilt: 30, contactPhone: null });
  expect(entry!.after).toEqual({
    name: 'Barn',
    capacityKw: 8.4,
    tilt: null,
    postCode: '***',
    contactPhone: '***',
    contactEmail: '***',
    notes: '***',
    firstPowerOn: '2026-03-01',
  });
});

test('who saves over what somebody else has saved is told who, when and which fields, and nothing changes', async () => {
  const installer = await someone('installer', { name: 'Ina' });
  const other = await someone('installer', { name: 'Olga Berg', organisationId: installer.organisationId });
  const id = await stationOf(installer);
  expect((await other.put(`/stations/${id}`, { version: 1, capacityKw: 12, tilt: 35 })).code).toBe(200);
  const refused = await installer.put(`/stations/${id}`, { version: 1, capacityKw: 11 });
  expect(refused).toMatchObject({ code: 40950, error: 'stationEdited', data: null });
  expect(refused.msg).toContain('Olga Berg');
  expect(refused.msg).toContain('(Europe/Madrid)');
  expect(refused.fields!.map(({ path }) => path)).toEqual(['body.capacityKw', 'body.tilt']);
  expect(refused.fields![0]!.message).toContain('Olga Berg');
  expect(await rowOf(id)).toMatchObject({ capacityKw: 12, version: 2 });
  expect(await entriesOf(id)).toHaveLength(1);
  const { data: edits } = await installer.get(`/stations/${id}/edits?since=1`);
  expect(edits).toMatchObject([{ by: 'Olga Berg', fields: ['capacityKw', 'tilt'] }]);
  expect((await installer.get(`/stations/${id}/edits?since=2`)).data).toEqual([]);
  expect((await installer.put(`/stations/${id}`, { version: 2, capacityKw: 11 })).data.version).toBe(3);
});

test('the same call twice does no harm, and who sends what stands there meets no refusal', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  const edit = { version: 1, capacityKw: 12, name: 'Same' };
  expect((await installer.put(`/stations/${id}`, edit)).data.version).toBe(2);
  const again = await installer.put(`/stations/${id}`, edit);
  expect([again.code, again.data.version]).toEqual([200, 2]);
  expect(await entriesOf(id)).toHaveLength(1);
});

test('of two who save at the same moment one is refused', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  const answers = await Promise.all(
    [10, 11].map((capacityKw) => installer.put(`/stations/${id}`, { version: 1, capacityKw })),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 40950]);
  expect((await rowOf(id)).version).toBe(2);
});

test('a version that the station never had, and rules over what is stored and sent together', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  expect((await installer.put(`/stations/${id}`, { version: 9, capacityKw: 1 })).error).toBe('invalidInput');
  const priced = await installer.put(`/stations/${id}`, { version: 1, priceBuy: 0.3 });
  expect(priced.fields?.map(({ path }) => path)).toEqual(['body.currency']);
  expect((await installer.put(`/stations/${id}`, { version: 1, priceBuy: 0.3, currency: 'EUR' })).code).toBe(
    200,
  );
  const without = await installer.put(`/stations/${id}`, { version: 2, currency: null });
  expect(without.fields?.map(({ path }) => path)).toEqual(['body.currency']);
  const wrong = { contactPhone: '12', contactEmail: 'nobody', notes: 'a\u0007', postCode: '<1>', tilt: 91 };
  const { fields } = await installer.put(`/stations/${id}`, { version: 2, ...wrong });
  expect(fields?.map(({ path }) => path).toSorted()).toEqual(
    Object.keys(wrong)
      .map((name) => `body.${name}`)
      .toSorted(),
  );
});

test('place and zone bring what follows from them', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  await platform.db
    .updateTable('stations')
    .set({ placedAt: new Date(), town: 'Madrid' })
    .where('id', '=', id)
    .execute();
  await installer.put(`/stations/${id}`, { version: 1, tilt: 12 });
  expect((await rowOf(id)).placedAt).not.toBeNull();
  expect(await jobsOf('telemetry.recut', id)).toBe(0);
  const { data } = await installer.put(`/stations/${id}`, {
    version: 2,
    latitude: 38.7,
    longitude: -9.1,
    timeZone: null,
  });
  expect(data.timeZone).toBe('Europe/Lisbon');
  expect(await rowOf(id)).toMatchObject({ placedAt: null, timeZone: 'Europe/Lisbon' });
  expect(await jobsOf('telemetry.recut', id)).toBe(1);
});

test('who looks after the station edits it, by a grant as well; who only looks, and strangers, do not', async () => {
  const [installer, stranger] = [await someone('installer'), await someone('installer')];
  const [crew, looker] = [await someone('serviceProvider'), await someone('serviceProvider')];
  const owner = await someone('owner', { organisationId: null });
  const id = await stationOf(installer, { ownerId: owner.user.id });
  await grant(id, crew.user.id, 'operator');
  await grant(id, looker.user.id, 'viewer');
  const edit = (who: Pick<Person, 'put'>, version: number, notes: string) =>
    who.put(`/stations/${id}`, { version, notes });
  expect((await edit(owner, 1, 'By its owner.')).code).toBe(200);
  expect((await edit(crew, 2, 'By the crew.')).code).toBe(200);
  expect((await edit(looker, 3, 'No.')).error).toBe('stationNotFound');
  expect((await looker.get(`/stations/${id}/edits?since=1`)).error).toBe('stationNotFound');
  expect((await edit(stranger, 3, 'No.')).error).toBe('stationNotFound');
  const reader = await someone('internalReadOnly', { organisationId: installer.organisationId });
  expect((await edit(reader, 3, 'No.')).error).toBe('noDataPermission');
});

test('visitors see no contact and no notes', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer, {
    shared: true,
    contactEmail: 'olga@example.test',
    contactPhone: '+34612345678',
    notes: 'The key is under the mat.',
    postCode: '28001',
  });
  const visitor = await (await openApi(platform, registerStationsRoutes)).visitor();
  const { data } = await visitor.get(`/stations/${id}`);
  expect(data).toMatchObject({ contactEmail: null, contactPhone: '***78', notes: null, postCode: '***' });
});

test('what a station earned is counted again where prices or zone change, and only there', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  const counted = () =>
    platform.db.selectFrom('revenueCounts').select('stationId').where('stationId', '=', id).execute();
  const day = '2026-06-21';
  await platform.db
    .insertInto('revenueCounts')
    .values({ stationId: id, day, countedAt: new Date(platform.clock.now()) })
    .execute();
  await installer.put(`/stations/${id}`, { version: 1, tilt: 12 });
  expect(await counted()).toHaveLength(1);
  await installer.put(`/stations/${id}`, { version: 2, priceFeedIn: 0.08, currency: 'EUR' });
  expect(await counted()).toEqual([]);
});

test('a currency that is none is refused', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  for (const currency of ['€€€', 'eur', '12A'])
    expect((await installer.put(`/stations/${id}`, { version: 1, currency })).fields).toMatchObject([
      { path: 'body.currency' },
    ]);
});

test('a zone that the database does not know is refused, as one station of it would break the lists of all', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  // The runtime takes them, the first three of which the database knows not at all and the last one as another zone.
  for (const timeZone of ['MIT', 'NET', 'US/Pacific-New', 'CST']) {
    const refused = [{ path: 'body.timeZone' }];
    expect((await installer.put(`/stations/${id}`, { version: 1, timeZone })).fields).toMatchObject(refused);
    expect((await installer.post('/stations', { ...NEW, timeZone })).fields).toMatchObject(refused);
  }
  expect((await installer.put(`/stations/${id}`, { version: 1, timeZone: 'UTC' })).code).toBe(200);
});

test('a zone is kept in its own spelling, whichever was typed', async () => {
  const installer = await someone('installer');
  const id = await stationOf(installer);
  const edited = await installer.put(`/stations/${id}`, { version: 1, timeZone: 'asia/KOLKATA' });
  expect(edited.data).toMatchObject({ timeZone: 'Asia/Kolkata', version: 2 });
  const again = await installer.put(`/stations/${id}`, { version: 2, timeZone: 'ASIA/kolkata' });
  expect(again.data).toMatchObject({ timeZone: 'Asia/Kolkata', version: 2 });
});

test('a station of before whose zone the database does not know is edited as any other', async () => {
  const installer = await someone('installer');
  const { id } = await makeStation(platform, {
    organisationId: installer.organisationId!,
    timeZone: 'US/Pacific-New',
  });
  const edited = await installer.put(`/stations/${id}`, {
    version: 1,
    name: 'Far',
    timeZone: 'US/Pacific-New',
  });
  expect(edited.data).toMatchObject({ name: 'Far', timeZone: 'US/Pacific-New' });
});
