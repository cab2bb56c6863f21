import multipart from '@fastify/multipart';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { systemActor, type RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReadPart } from '../../platform/http/send-file.ts';
import { signIn } from '../accounts/index.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { exportSims } from './export-sims.ts';
import { registerSimsRoutes, tellSimAlerts } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, as } = await openApi(platform, (http, parts) => {
  void http.app.register(multipart, { limits: { files: 1, fields: 0, fileSize: LIMITS.importBytes } });
  registerSimsRoutes(http, parts);
  registerGrantsRoutes(http, parts);
});
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

let last = 0;
/** A card number that no other test has. */
const mintIccid = () => `8949${String(process.pid).padStart(8, '0')}${String((last += 1)).padStart(8, '0')}`;
const dayIn = (days: number) => new Date(platform.clock.now() + days * 86_400_000).toISOString().slice(0, 10);

const keeper = await makeUser(platform, { role: 'platformAdmin' });
const keeperClient = await as(keeper);
const bearer = await signIn(platform, keeper);

async function upload(organisationId: number, lines: readonly string[], query = '') {
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')]), 'cards.csv');
  const body = new Response(form);
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/sims/import?organisationId=${organisationId}${query}`,
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': body.headers.get('content-type')!,
      'accept-language': 'de-DE',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json();
}

async function home() {
  const { id: organisationId } = await makeOrganisation(platform);
  const owner = await makeUser(platform, { role: 'owner' });
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: owner.id });
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  return { organisationId, owner, admin, station, device };
}

const messagesTo = (email: string | null) =>
  db
    .selectFrom('outbox')
    .select(['template', 'body'])
    .where('recipient', '=', email!)
    .orderBy('id')
    .execute();

test('a table with wrong cells tells them by cell and changes nothing; mended it adds all of its cards, and again it changes them', async () => {
  const { organisationId, device } = await home();
  const [one, two] = [mintIccid(), mintIccid()];
  const head = 'ICCID;Status;Daten des Tarifs (MB);Verbrauchte Daten (MB);Läuft ab am;collectorSn';
  const wrong = await upload(organisationId, [
    head,
    `${one};aktiv;1.000,5;viel;2027-13-01;${device.sn}`,
    `${one};Ruhe;-1;0;;KEIN-SOLCHES`,
    '123;;;;;',
  ]);
  expect(wrong.data).toMatchObject({ rows: 3, added: 0, changed: 0 });
  expect(wrong.data.errors).toMatchObject([
    { cell: 'D2', message: '„viel“ ist keine Zahl.' },
    { cell: 'E2', column: 'Läuft ab am' },
    { cell: 'B3', message: expect.stringContaining('„Ruhe“ ist kein Status') },
    { cell: 'C3' },
    { cell: 'A4', value: '123' },
  ]);
  const right = [head, `${one};Aktiv;1.000,5;12;${dayIn(100)};${device.sn}`, `${two};;;;;`];
  expect((await upload(organisationId, right, '&check=true')).data).toMatchObject({
    added: 2,
    errorCount: 0,
  });
  const find = async (q: string) => (await keeperClient.get(`/sims?q=${q}`)).data;
  expect(await find(one)).toMatchObject({ total: 0 });
  expect((await upload(organisationId, right)).data).toMatchObject({ added: 2, changed: 0 });
  expect((await find(one)).rows[0]).toMatchObject({
    status: 'active',
    volumeMb: 1000.5,
    usedMb: 12,
    daysLeft: 100,
    alerts: [],
    device: { sn: device.sn },
    organisation: { id: organisationId },
  });
  expect((await find(two)).rows[0]).toMatchObject({ status: 'ready', volumeMb: null, device: null });
  // Only columns that are there change, and a card may be put into another device that the table frees.
  const moved = ['iccid,collectorSn', `${one},`, `${two},${device.sn}`];
  expect((await upload(organisationId, moved)).data).toMatchObject({ added: 0, changed: 2 });
  expect((await find(two)).rows[0]).toMatchObject({ device: { sn: device.sn } });
  expect((await find(one)).rows[0]).toMatchObject({ device: null, volumeMb: 1000.5 });
  const other = await home();
  const taken = await upload(other.organisationId, [
    'iccid,collectorSn',
    `${one},`,
    `${mintIccid()},${device.sn}`,
    `${mintIccid()},NONE-1`,
  ]);
  expect(taken.data.errors.map(({ cell }: { cell: string }) => cell)).toEqual(['A2', 'B3', 'B4']);
});

test('an owner sees the card of the own logger and nobody else does; the organisation sees its cards', async () => {
  const { organisationId, owner, admin, device } = await home();
  const iccid = mintIccid();
  await upload(organisationId, ['iccid,collectorSn', `${iccid},${device.sn}`]);
  const seen = async (user: Parameters<typeof as>[0]) =>
    (await (await as(user)).get(`/sims?q=${iccid}`)).data.total;
  expect(await seen(owner)).toBe(1);
  expect(await seen(admin)).toBe(1);
  const stranger = await home();
  expect([await seen(stranger.owner), await seen(stranger.admin)]).toEqual([0, 0]);
  const [sim] = (await keeperClient.get(`/sims?q=${iccid}`)).data.rows;
  const fields = { ...sim, collectorSn: device.sn, remark: 'Spare' };
  expect((await (await as(stranger.admin)).put(`/sims/${sim.id}`, fields)).error).toBe('simNotFound');
  expect((await (await as(owner)).put(`/sims/${sim.id}`, fields)).error).toBe('noDataPermission');
  const client = await as(admin);
  expect((await client.put(`/sims/${sim.id}`, fields)).data).toMatchObject({
    remark: 'Spare',
    revision: sim.revision + 1,
  });
  expect((await client.put(`/sims/${sim.id}`, fields)).error).toBe('simChanged');
  expect(
    (await client.put(`/sims/${sim.id}`, { ...fields, revision: sim.revision + 1, collectorSn: 'NOBODYS' }))
      .error,
  ).toBe('deviceNotFound');
  expect((await client.post('/sims/delete', { ids: [sim.id] })).error).toBe('noDataPermission');
  expect((await keeperClient.post('/sims/delete', { ids: [sim.id, 2_000_000_000] })).data).toEqual({
    changed: 1,
    left: 1,
  });
});

test('who only sees a device puts no card into it', async () => {
  const { organisationId, admin } = await home();
  const foreign = await home();
  const { id: grantId } = await db
    .insertInto('grants')
    .values({
      organisationId: foreign.organisationId,
      toOrganisationId: organisationId,
      role: 'viewer',
      state: 'accepted',
      beginsAt: new Date(platform.clock.now() - 1000),
      endsAt: new Date(platform.clock.now() + 1_000_000),
      createdBy: foreign.admin.id,
      createdAt: new Date(platform.clock.now()),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('grantStations').values({ grantId, stationId: foreign.station.id }).execute();
  const iccid = mintIccid();
  await upload(organisationId, ['iccid', iccid]);
  const [sim] = (await keeperClient.get(`/sims?q=${iccid}`)).data.rows;
  const client = await as(admin);
  const fields = { ...sim, collectorSn: foreign.device.sn };
  expect((await client.put(`/sims/${sim.id}`, fields)).error).toBe('deviceNotFound');
  // One that somebody else put there stays while another field is changed.
  await db.updateTable('simCards').set({ deviceId: foreign.device.id }).where('id', '=', sim.id).execute();
  expect((await client.put(`/sims/${sim.id}`, { ...fields, remark: 'Mine' })).data).toMatchObject({
    device: { id: foreign.device.id },
    remark: 'Mine',
  });
});

test.each(['from nowhere', 'from another device of the station'])(
  'no card is put %s into a device that goes to somebody else at the same moment',
  async (how) => {
    const { organisationId, admin, station, device } = await home();
    const iccid = mintIccid();
    const before = await makeDevice(platform, { stationId: station.id, organisationId });
    const of = how === 'from nowhere' ? '' : before.sn;
    await upload(organisationId, ['iccid,collectorSn', `${iccid},${of}`]);
    const client = await as(admin);
    const [sim] = (await client.get(`/sims?q=${iccid}`)).data.rows;
    const next = await makeOrganisation(platform);
    const waits = (count: number) =>
      vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
    const gate = await platform.pool.connect();
    await gate.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE');
    const moved = keeperClient.put(`/stations/${station.id}/organisation`, { organisationCode: next.code });
    await waits(1);
    const put = client.put(`/sims/${sim.id}`, { ...sim, collectorSn: device.sn });
    await waits(2);
    await gate.query('COMMIT');
    gate.release();
    expect([(await moved).code, (await put).error]).toEqual([
      200,
      how === 'from nowhere' ? 'deviceNotFound' : 'simChanged',
    ]);
    const held = db.selectFrom('simCards').select('deviceId').where('iccid', '=', iccid);
    expect(await held.executeTakeFirst()).toEqual({ deviceId: null });
  },
);

test('what a card needs somebody for is told once to installer and owner, however many servers look', async () => {
  const { organisationId, owner, admin, device } = await home();
  const [full, ending] = [mintIccid(), mintIccid()];
  await upload(organisationId, [
    'iccid,status,usedMb,volumeMb,cycleEnd,expiresOn,autoRenew,collectorSn',
    `${full},active,85,100,${dayIn(10)},${dayIn(29)},no,${device.sn}`,
    `${ending},active,1,100,,${dayIn(20)},no,`,
    `${mintIccid()},active,,,,${dayIn(3)},yes,`,
    `${mintIccid()},terminated,100,100,,${dayIn(3)},no,`,
  ]);
  await Promise.all([tellSimAlerts(platform), tellSimAlerts(platform), tellSimAlerts(platform)]);
  const toAdmin = await messagesTo(admin.email);
  expect(toAdmin.map(({ template }) => template).toSorted()).toEqual(['simEnding', 'simVolume']);
  expect(toAdmin.find(({ template }) => template === 'simEnding')!.body).toContain(
    `${[full, ending].toSorted().join(', ')}`,
  );
  expect((await messagesTo(owner.email)).map(({ template }) => template).toSorted()).toEqual([
    'simEnding',
    'simVolume',
  ]);
  const [sim] = (await keeperClient.get(`/sims?q=${full}`)).data.rows;
  expect(sim.alerts).toEqual(['volume80', 'ends30']);
  await upload(organisationId, ['iccid,usedMb', `${full},100`]);
  await tellSimAlerts(platform);
  await tellSimAlerts(platform);
  expect((await messagesTo(owner.email)).filter(({ template }) => template === 'simVolume')).toHaveLength(2);
  // Another cycle is told again.
  await upload(organisationId, ['iccid,cycleEnd', `${full},${dayIn(40)}`]);
  await tellSimAlerts(platform);
  expect((await messagesTo(owner.email)).filter(({ template }) => template === 'simVolume')).toHaveLength(3);
});

test('without a provider a renewal is asked of the administrators, once for each card, until the end is another one', async () => {
  const { organisationId, owner, admin, device } = await home();
  const iccid = mintIccid();
  await upload(organisationId, ['iccid,expiresOn,collectorSn', `${iccid},${dayIn(5)},${device.sn}`]);
  const [sim] = (await keeperClient.get(`/sims?q=${iccid}`)).data.rows;
  const client = await as(owner);
  expect((await client.post('/sims/renew', { ids: [sim.id] })).data).toEqual({ changed: 1, left: 0 });
  expect((await client.post('/sims/renew', { ids: [sim.id] })).data).toEqual({ changed: 0, left: 1 });
  const asked = (await messagesTo(admin.email)).filter(({ template }) => template === 'simRenewalAsked');
  expect(asked).toHaveLength(1);
  expect(asked[0]!.body).toContain(iccid);
  const adminClient = await as(admin);
  expect((await adminClient.post('/sims/act', { ids: [sim.id], action: 'suspend' })).error).toBe(
    'simProviderMissing',
  );
  const change = { expiresOn: dayIn(400) };
  expect((await adminClient.post('/sims/edit', { ids: [sim.id], change })).data).toEqual({
    changed: 1,
    left: 0,
  });
  expect((await keeperClient.get(`/sims?id=${sim.id}`)).data.rows[0]).toMatchObject({
    renewalAskedAt: null,
    alerts: [],
  });
});

test('a volume of next to nothing keeps nobody from the list by use', async () => {
  const { organisationId, admin } = await home();
  const card = { organisationId, status: 'active' as const };
  await db
    .insertInto('simCards')
    .values([
      { ...card, iccid: mintIccid(), usedMb: 5e-324, volumeMb: 1e8 },
      { ...card, iccid: mintIccid(), usedMb: 1e8, volumeMb: 5e-324 },
    ])
    .execute();
  expect((await (await as(admin)).get('/sims?sort=used')).data.rows).toHaveLength(2);
});

test('the list is filtered, sorted and written as a file that a spreadsheet reads', async () => {
  const { organisationId, admin } = await home();
  const [early, late] = [mintIccid(), mintIccid()];
  await upload(organisationId, [
    'iccid,status,expiresOn,remark',
    `${late},active,${dayIn(70)},=1+1`,
    `${early},suspended,${dayIn(-1)},`,
  ]);
  const client = await as(admin);
  const iccids = async (query: string) =>
    (await client.get(`/sims?${query}`)).data.rows.map(({ iccid }: { iccid: string }) => iccid);
  expect(await iccids('')).toEqual([early, late]);
  expect(await iccids('order=desc')).toEqual([late, early]);
  expect(await iccids('alert=ended,volume80')).toEqual([early]);
  expect(await iccids('status=active')).toEqual([late]);
  expect((await client.get('/sims?linked=false')).data.counts).toMatchObject({ ended: 1, ends7: 0 });
  const bearerOf = await signIn(platform, admin);
  const file = async (format: string) =>
    server.app.inject({
      url: `/api/sims/export?format=${format}`,
      headers: { authorization: `Bearer ${bearerOf}` },
    });
  const csv = (await file('csv')).body;
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv).toContain("'=1+1");
  expect((await file('xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('a file of cards breaks off where its person may see them no more', async () => {
  const { organisationId } = await home();
  const cards = Array.from({ length: 501 }, () => ({ iccid: mintIccid(), organisationId }));
  await db.insertInto('simCards').values(cards).execute();
  let asked = 0;
  const readPart: ReadPart = async (read) => {
    asked += 1;
    if (asked > 1) throw new AppError('unauthorised');
    return read({ actor: systemActor } as RequestContext);
  };
  const q = cards[0]!.iccid.slice(0, 12);
  const query = { format: 'csv', timeZone: 'UTC', q, sort: 'expiresOn', order: 'asc' } as const;
  const file = await exportSims(platform, { language: 'en-US' }, { query, readPart });
  await expect(file.toArray()).rejects.toMatchObject({ key: 'unauthorised' });
});
