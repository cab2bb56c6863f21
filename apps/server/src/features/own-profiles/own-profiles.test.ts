import { PROFILES, profileById } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { readChildren } from '../../gateway/v5/children.queries.ts';
import { createOwnProfiles } from '../../gateway/v5/own-profiles.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { freeDevices } from '../stations/index.ts';
import { registerOwnProfilesRoutes } from './index.ts';
import { threadMs } from '../../../test/thread-ms.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, as, someone } = await openApi(platform, registerOwnProfilesRoutes, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const { id: organisationId } = await makeOrganisation(platform);
const station = await makeStation(platform, { organisationId });
const admin = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId }));
const stranger = await someone('organisationAdmin');
const deye = profileById('deye-string')!;
const source = { db, ownProfiles: createOwnProfiles(db) };
const at = { organisationId, stationId: station.id };

async function plant() {
  const logger = await makeDevice(platform, { ...at, kind: 'logger' });
  const device = await makeDevice(platform, {
    ...at,
    kind: 'inverter',
    parentId: logger.id,
    profileId: 'deye-string',
  });
  return { logger, device };
}

test('no shipped family begins as profiles of organisations do', () => {
  expect(PROFILES.filter(({ id }) => id.startsWith('own-'))).toEqual([]);
});

test('a kept profile reads the devices that name it, as it was saved last, and nothing is written by it', async () => {
  const { logger, device } = await plant();
  const kept = await admin.post('/own-profiles', { data: { ...deye, brand: 'Own' }, family: 'deye-string' });
  const { id, profileId } = kept.data;
  expect(kept.data).toMatchObject({ brand: 'Own', kind: 'inverter', family: 'deye-string', devices: 0 });
  expect((await admin.get(`/own-profiles/${id}`)).data.data).toMatchObject({ writes: [], faults: [] });
  expect((await admin.get('/device-profiles')).data[0]).toMatchObject({ id: profileId, brand: 'Own' });
  await admin.put(`/devices/${device.id}`, { profileId, version: 1 });
  const readBy = async () => (await readChildren(source, logger.id)).readable[0]?.profile;
  expect(await readBy()).toMatchObject({ id: profileId, brand: 'Own', writes: [] });
  const before = await announced();
  const points = deye.points.slice(0, 3);
  const data = { ...deye, points, derived: [], brand: 'Own 2' };
  expect((await admin.put(`/own-profiles/${id}`, { data, revision: 1 })).data.revision).toBe(2);
  expect((await readBy())?.points).toHaveLength(3);
  expect(await announced()).toBe(before + 1);
  expect((await admin.put(`/own-profiles/${id}`, { data, revision: 1 })).error).toBe('beingChanged');
  expect(await admin.del(`/own-profiles/${id}`)).toMatchObject({
    error: 'ownProfileInUse',
    msg: expect.stringContaining('1') as string,
  });
  await db.transaction().execute((trx) => freeDevices(trx, [device.id]));
  const row = await db
    .selectFrom('devices')
    .select('profileId')
    .where('id', '=', device.id)
    .executeTakeFirst();
  expect(row).toEqual({ profileId: 'deye-string' });
  expect((await admin.del(`/own-profiles/${id}`)).error).toBeUndefined();
});

test('devices of a logger that name one profile share it, and so do those who look again, until it is changed', async () => {
  const { logger, device } = await plant();
  const kept = (await admin.post('/own-profiles', { data: deye, family: null })).data;
  const other = await makeDevice(platform, { ...at, kind: 'inverter', parentId: logger.id });
  await db
    .updateTable('devices')
    .set({ profileId: kept.profileId })
    .where('id', 'in', [device.id, other.id])
    .execute();
  const profiles = async () => (await readChildren(source, logger.id)).readable.map(({ profile }) => profile);
  const [first, second] = await profiles();
  expect(first).toMatchObject({ id: kept.profileId });
  expect(second).toBe(first);
  expect((await profiles())[0]).toBe(first);
  const alone = await readChildren(source, logger.id, other.sn);
  expect(alone.readable.map(({ sn, profile }) => [sn, profile === first])).toEqual([[other.sn, true]]);
  const data = { ...deye, brand: 'Changed' };
  const before = await announced();
  await admin.put(`/own-profiles/${kept.id}`, { data, revision: kept.revision });
  expect(await announced()).toBe(before + 1);
  const changed = await profiles();
  expect(changed.map(({ brand }) => brand)).toEqual(['Changed', 'Changed']);
  expect(changed[1]).toBe(changed[0]);
});

test('a profile that every server would hold as a hundred kilobytes is refused', async () => {
  const map = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [String(n + 20_000), n]));
  const points = deye.points.map((point, n) => (n < 3 ? { ...point, map } : point));
  const { error, fields } = await admin.post('/own-profiles', { data: { ...deye, points } });
  expect([error, fields]).toMatchObject(['invalidInput', [{ path: 'body.data' }]]);
});

/** Changes of devices and profiles that other servers hear of. */
async function announced(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*) AS n FROM changes WHERE topic IN ('deviceChanged', 'ownProfileChanged')`.execute(db);
  return rows[0]!.n;
}

test('what is wrong with a profile is told by its place, in the language of the reader', async () => {
  const data = { ...deye, points: deye.points.map((point, n) => (n === 2 ? { ...point, addr: -1 } : point)) };
  expect(await admin.post('/own-profiles', { data })).toMatchObject({
    error: 'invalidInput',
    fields: [
      { path: 'body.data.points.2.addr', message: expect.stringContaining('form that a profile') as string },
    ],
  });
  const many = { ...deye, modbus: { ...deye.modbus, maxRegs: 8 }, points: manyPoints() };
  expect((await admin.post('/own-profiles', { data: many })).error).toBe('invalidInput');
});

test('a hostile profile is refused at once, and none says how firmware is written', async () => {
  const long = { ...deye, points: [{ key: 'a'.repeat(240_000), addr: 1, type: 'u16' }] };
  const began = threadMs();
  expect((await admin.post('/own-profiles', { data: long })).error).toBe('invalidInput');
  expect(threadMs() - began).toBeLessThan(2000);
  const unknown = Array.from({ length: 501 }, (_, n) => ({ key: `q${n}`, addr: n, type: 'u16' }));
  const many = await admin.post('/own-profiles', { data: { ...deye, points: unknown } });
  expect(many.fields).toMatchObject([{ path: 'body.data.points' }]);
  const slow = { ...deye, modbus: { ...deye.modbus, gapMs: 86_400_000 } };
  expect((await admin.post('/own-profiles', { data: slow })).error).toBe('invalidInput');
  const { data } = await admin.post('/own-profiles', { data: { ...deye, firmwareFiles: { status: 1 } } });
  expect((await admin.get(`/own-profiles/${data.id}`)).data.data).not.toHaveProperty('firmwareFiles');
});

/** Each far from the others, so that each is a request of its own. */
const manyPoints = () =>
  Array.from({ length: 150 }, (_, n) => ({ key: `str${n + 1}.current`, addr: n * 300, type: 'u16' }));

test('profiles of others are neither seen nor named by devices', async () => {
  const { device, logger } = await plant();
  const { data } = await stranger.post('/own-profiles', { data: deye });
  expect((await admin.get(`/own-profiles/${data.id}`)).error).toBe('ownProfileNotFound');
  expect((await admin.put(`/own-profiles/${data.id}`, { data: deye, revision: 1 })).error).toBe(
    'ownProfileNotFound',
  );
  const named = await admin.put(`/devices/${device.id}`, { profileId: data.profileId, version: 1 });
  expect(named.fields).toMatchObject([{ path: 'body.profileId' }]);
  const foreign = { sn: 'BY-FOREIGN', kind: 'inverter', profileId: data.profileId };
  expect((await admin.post(`/stations/${station.id}/devices`, foreign)).fields).toMatchObject([
    { path: 'body.profileId' },
  ]);
  await db.updateTable('devices').set({ profileId: data.profileId }).where('id', '=', device.id).execute();
  expect((await readChildren(source, logger.id)).readable).toEqual([]);
});

test('one person has devices of a profile looked up twelve times a minute at most', async () => {
  const { post, put } = await someone('organisationAdmin');
  const { id } = (await post('/own-profiles', { data: deye, family: null })).data;
  for (let revision = 1; revision <= 12; revision += 1)
    expect((await put(`/own-profiles/${id}`, { data: deye, revision })).code).toBe(200);
  expect((await put(`/own-profiles/${id}`, { data: deye, revision: 13 })).error).toBe('tooManyRequests');
});
