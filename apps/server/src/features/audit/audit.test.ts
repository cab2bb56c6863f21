import type { AuditEntry } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { registerAccountsRoutes } from '../accounts/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerAuditRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, nobody, visitor } = await openApi(
  platform,
  registerAuditRoutes,
  registerStationsRoutes,
  registerDevicesRoutes,
  registerGrantsRoutes,
  registerOrganisationsRoutes,
  registerAccountsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const entries = async (who: Someone, query = '') =>
  ((await who.get(`/audit?pageSize=200${query}`)).data?.rows ?? []) as AuditEntry[];
const actions = async (who: Someone, query = '') => (await entries(who, query)).map(({ action }) => action);

const input = { name: 'New', type: 'residential', capacityKw: 8.4, latitude: 40, longitude: -3 };

/** An organisation whose installer made a station, which belongs to an owner, and what its people did. */
async function scene() {
  const installer = await someone('installer', { name: 'Ina' });
  const organisationId = installer.organisationId!;
  const { data: station } = await installer.post('/stations', input);
  const owner = await someone('owner', { name: 'Olga' });
  const { data: offer } = await installer.post(`/stations/${station.id}/hand-over`, {
    account: owner.user.email,
  });
  await owner.post(`/hand-overs/${offer.id}/accept`);
  const admin = await someone('organisationAdmin', { organisationId, name: 'Anna' });
  await admin.post('/ingest-keys', { name: 'Agent' });
  return { installer, organisationId, stationId: station.id as number, owner, admin };
}

test('what was done to one device is told alone, and fields of ids say what they name', async () => {
  const { installer, stationId, admin } = await scene();
  const { data } = await installer.post(`/stations/${stationId}/devices`, {
    sn: 'LOGGED-1',
    kind: 'inverter',
  });
  const deviceId = data.device.id as number;
  await installer.post(`/stations/${stationId}/devices`, { sn: 'LOGGED-2', kind: 'inverter' });
  const rows = await entries(admin, `&deviceId=${deviceId}`);
  expect(rows).toMatchObject([
    { action: 'devices.create', objectId: String(deviceId), names: { [`stationId/${stationId}`]: 'New' } },
  ]);
  const stranger = await someone('organisationAdmin');
  expect((await stranger.get(`/audit?deviceId=${deviceId}`)).error).toBe('deviceNotFound');
});

describe('who reads what', () => {
  test('the owner its station, administrators their organisation, crews themselves, the platform all', async () => {
    const { installer, organisationId, stationId, owner, admin } = await scene();
    const onStation = ['stations.acceptHandOver', 'stations.handOver', 'stations.create'];
    expect(await actions(owner)).toEqual(onStation);
    expect(await actions(owner, `&stationId=${stationId}`)).toEqual(onStation);
    expect(await actions(admin)).toEqual(['ingestKeys.create', ...onStation]);
    expect(await actions(await someone('internalReadOnly', { organisationId }))).toEqual([
      'ingestKeys.create',
      ...onStation,
    ]);
    expect(await actions(installer)).toEqual(['stations.handOver', 'stations.create']);
    expect(await actions(installer, `&stationId=${stationId}`)).toEqual([
      'stations.handOver',
      'stations.create',
    ]);
    expect(await actions(await someone('organisationAdmin'))).toEqual([]);
    const all = await actions(await someone('platformAdmin'));
    expect(all).toEqual(expect.arrayContaining(['ingestKeys.create', ...onStation]));
  });

  test('a station of others does not exist; who has no right, visitors and nobody are refused', async () => {
    const { stationId, organisationId } = await scene();
    const other = await someone('owner');
    expect((await other.get(`/audit?stationId=${stationId}`)).error).toBe('stationNotFound');
    const role = await platform.db
      .insertInto('roles')
      .values({
        organisationId,
        name: 'Looks',
        description: 'x',
        basedOn: 'internalReadOnly',
        attribution: 'internal',
        scope: 'organisation',
        permissions: ['stations.view'],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const looks = await someone('internalReadOnly', { organisationId, roleId: role.id });
    expect((await looks.get('/audit')).error).toBe('noDataPermission');
    expect((await (await visitor()).get('/audit')).error).toBe('visitorReadOnly');
    expect((await nobody.get('/audit')).error).toBe('unauthorised');
  });

  test('names stand beside entries; addresses of other people’s are not told to an owner', async () => {
    const { owner, admin, installer } = await scene();
    const made = (list: AuditEntry[]) => list.find(({ action }) => action === 'stations.create')!;
    const seen = made(await entries(owner));
    expect(seen).toMatchObject({
      user: { id: installer.user.id, name: 'Ina' },
      actorKind: 'user',
      allowed: true,
      address: null,
      before: null,
      after: { capacityKw: 8.4 },
    });
    expect(made(await entries(admin)).address).toMatch(/^198\.18\./);
    expect((await entries(owner))[0]!.address).toMatch(/^198\.18\./);
  });

  test('filters by person, action, outcome and time, in pages', async () => {
    const { admin, installer, owner } = await scene();
    expect(await actions(admin, `&userId=${installer.user.id}`)).toEqual([
      'stations.handOver',
      'stations.create',
    ]);
    expect(await actions(admin, '&action=ingestKeys')).toEqual(['ingestKeys.create']);
    expect(await actions(admin, '&action=%25')).toEqual([]);
    await owner.get('/stations/99999999');
    expect(await actions(owner, '&allowed=false')).toEqual(['denied.getStation']);
    expect(await actions(owner, '&allowed=true')).toHaveLength(3);
    const [last] = await entries(admin);
    expect(await actions(admin, `&from=${last!.at + 1000}`)).toEqual([]);
    expect(await actions(admin, `&to=${last!.at + 1000}`)).toHaveLength(4);
    const { data } = await admin.get('/audit?page=2&pageSize=3');
    expect([data.total, data.rows.length]).toEqual([4, 1]);
  });
});

describe('refused tries', () => {
  const denied = (userId: number) =>
    platform.db
      .selectFrom('auditLog')
      .select(['action', 'objectType', 'objectId', 'allowed', 'organisationId', 'address'])
      .where('userId', '=', userId)
      .where('allowed', '=', false)
      .orderBy('id')
      .execute();

  test('what was not permitted and what is out of scope leave rows, what was wrong does not', async () => {
    const reader = await someone('internalReadOnly');
    const foreign = await makeStation(platform);
    await reader.post('/stations', input);
    await reader.get(`/stations/${foreign.id}`);
    await reader.get('/stations?sort=nonsense');
    const rest = {
      allowed: false,
      organisationId: reader.organisationId,
      address: expect.stringMatching(/^198\.18\./),
    };
    expect(await denied(reader.user.id)).toEqual([
      { action: 'denied.createStation', objectType: 'noDataPermission', objectId: '', ...rest },
      { action: 'denied.getStation', objectType: 'stationNotFound', objectId: String(foreign.id), ...rest },
    ]);
  });

  test('however an id is spelt, the row names the object', async () => {
    const reader = await someone('internalReadOnly');
    const foreign = await makeStation(platform);
    await reader.get(`/stations/0x${foreign.id.toString(16)}`);
    const rows = await denied(reader.user.id);
    expect(rows[0]).toMatchObject({ action: 'denied.getStation', objectId: String(foreign.id) });
  });

  test('a visitor’s try is one too, and nobody’s is none', async () => {
    await (await visitor()).post('/stations', input);
    await nobody.post('/stations', input);
    const rows = await platform.db
      .selectFrom('auditLog')
      .select(['action', 'actorKind', 'userId'])
      .where('objectType', '=', 'visitorReadOnly')
      .where('action', '=', 'denied.createStation')
      .execute();
    expect(rows).toEqual([{ action: 'denied.createStation', actorKind: 'visitor', userId: null }]);
  });
});

test('no secret stands in the log', async () => {
  const { admin } = await scene();
  const { data } = await admin.post('/ingest-keys', { name: 'Agent 2' });
  const secrets = [data.key, 'A wrong passw0rd'];
  await nobody.post('/ups/user/login', { account: 'missing@example.test', password: secrets[1] });
  const rows = await platform.db.selectFrom('auditLog').selectAll().execute();
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
  const users = await platform.db.selectFrom('sessions').select('tokenHash').execute();
  for (const { tokenHash } of users) expect(JSON.stringify(rows)).not.toContain(tokenHash.toString('hex'));
});

test('the chain is checked by who works on the whole platform alone', async () => {
  const admin = await someone('platformAdmin', { organisationId: (await makeOrganisation(platform)).id });
  const { data } = await admin.get('/audit/check');
  expect(data).toMatchObject({ intact: true, checked: 0, brokenAt: null });
  expect(data.waiting).toBeGreaterThan(0);
  expect((await (await someone('organisationAdmin')).get('/audit/check')).error).toBe('noDataPermission');
  expect((await nobody.get('/audit/check')).error).toBe('unauthorised');
});

test('the log is read by one of an organisation at a time', async () => {
  const first = await someone('organisationAdmin');
  const { organisationId } = first;
  const colleagues = await Promise.all([1, 2, 3].map(() => someone('organisationAdmin', { organisationId })));
  const [other, people] = [await someone('organisationAdmin'), [first, ...colleagues]];
  const gate = await platform.pool.connect();
  await gate.query('BEGIN; LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE');
  const asked = [...people, other].map(({ get }) => get('/audit?action=stations.share'));
  await expect.poll(() => waitingForLocks(platform)).toBeGreaterThanOrEqual(2);
  for (const { get } of people) expect((await get('/stations')).code).toBe(200);
  const waiting = await waitingForLocks(platform);
  await gate.query('COMMIT');
  gate.release();
  expect((await Promise.all(asked)).map(({ code }) => code)).toEqual(asked.map(() => 200));
  // Rows and their number are read on two connections.
  expect(waiting).toBeLessThanOrEqual(4);
});

test('a value of an entry that is very long is shown cut, others beside it whole, and the log keeps it', async () => {
  const admin = await someone('organisationAdmin');
  const long = `{"ids":[${'1234567,'.repeat(9000)}1]}`;
  const list = Array.from({ length: 400 }, (_, n) => `day ${n}`);
  const entry = { actorKind: 'user', userId: admin.user.id, action: 'proposals.create' };
  const { id } = await platform.db
    .insertInto('auditLog')
    .values({
      ...entry,
      objectType: 'proposal',
      objectId: '1',
      organisationId: admin.organisationId,
      before: null,
      after: JSON.stringify({ route: 'runDangerousSet', input: long, list }),
      address: null,
      stationId: null,
      apiKeyId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = (await admin.get('/audit?action=proposals.create')).data;
  expect(rows).toMatchObject([{ id, before: null, after: { route: 'runDangerousSet', list } }]);
  expect(rows[0].after.input).toBe(`${long.slice(0, 2000)}…`);
  const kept = await platform.db.selectFrom('auditLog').select('after').where('id', '=', id).execute();
  expect(kept).toMatchObject([{ after: { input: long } }]);
});
