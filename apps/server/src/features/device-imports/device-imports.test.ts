import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import { LANGUAGES, LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import { signIn } from '../accounts/index.ts';
import { DEVICE_COLUMNS, deviceWords, headingIn } from './device-columns.ts';
import { forgetImports, registerDeviceImportsRoutes, workImports } from './index.ts';
import { placesOf } from './places-of.ts';

const platform = await testPlatform();
const { db, text } = platform;
const { server, as, asProgram } = await openApi(platform, (http, parts) => {
  void http.app.register(multipart, { limits: { files: 1, fields: 0, fileSize: LIMITS.importBytes } });
  registerDeviceImportsRoutes(http, parts);
});
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const running = new AbortController().signal;
const newSn = () => `IMP${randomUUID().slice(0, 12).toUpperCase()}`;
const HEAD = 'Seriennummer *;Anlage *;Art *;parentSn;Nennleistung (W);Produktionsdatum';

async function someone() {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const station = await makeStation(platform, { organisationId });
  const bearer = await signIn(platform, user);
  const client = await as(user);
  const upload = async (lines: readonly string[]) => {
    const form = new FormData();
    form.append('file', new Blob([lines.join('\n')]), 'devices.csv');
    const body = new Response(form);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/device-imports',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': body.headers.get('content-type')!,
        'accept-language': 'de-DE',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return answer.json();
  };
  return {
    user,
    organisationId,
    station,
    client,
    upload,
    file: async (path: string) => {
      const headers = { authorization: `Bearer ${bearer}`, 'accept-language': 'de-DE' };
      return (await server.app.inject({ url: `/api/device-imports/${path}`, headers })).payload;
    },
    rows: async (id: number) => (await client.get(`/device-imports/${id}/rows?pageSize=100`)).data.rows,
    get: async (id: number) => (await client.get(`/device-imports/${id}`)).data,
    start: (id: number, rows = 'ready') => client.post(`/device-imports/${id}/start`, { rows }),
    devices: () =>
      db
        .selectFrom('devices')
        .select(['sn', 'kind', 'ratedPower', 'productionDate', 'parentId'])
        .where('stationId', '=', station.id)
        .execute(),
  };
}

test('every row is told what is wrong with it; those that are right are added with their days and secrets, the others are kept and tried again', async () => {
  const me = await someone();
  const other = await makeDevice(platform, { stationId: me.station.id, sn: newSn() });
  const [logger, inverter, late] = [newSn(), newSn(), newSn()];
  const at = me.station.name;
  const { data: made } = await me.upload([
    HEAD,
    // It hangs on a row that comes after it.
    `${inverter};${at};Wechselrichter;${logger};8.000,5;2026-02-28`,
    `${logger};${at};Datenlogger;;;`,
    `${other.sn};${at};Zähler;;;`,
    `${late};Noch keine;Batterie;;;`,
    `${newSn()};${at};Rakete;;viel;2026-02-31`,
    `${logger};${at};Datenlogger;;;`,
    `${newSn()};${at};Batterie;KEIN-LOGGER;;`,
    ';;;;;',
  ]);
  expect(made).toMatchObject({
    state: 'checked',
    total: 7,
    counts: { ready: 2, failed: 3, wrong: 2, waiting: 0, added: 0 },
  });
  const told = (await me.rows(made.id)).map(({ row, state, message }: Record<string, unknown>) => [
    row,
    state,
    message,
  ]);
  expect(told).toEqual([
    [
      6,
      'wrong',
      expect.stringMatching(/^Art \*: „Rakete“ .* Nennleistung \(W\): „viel“ .* Produktionsdatum: /),
    ],
    [7, 'wrong', expect.stringContaining('doppelt')],
    [4, 'failed', expect.stringContaining(at)],
    [5, 'failed', expect.stringContaining('Noch keine')],
    [8, 'failed', expect.stringContaining('KEIN-LOGGER')],
    [2, 'ready', null],
    [3, 'ready', null],
  ]);
  expect(await me.devices()).toHaveLength(1);

  expect((await me.start(made.id)).data).toMatchObject({ state: 'running' });
  await workImports(platform, running);
  expect(await me.get(made.id)).toMatchObject({
    state: 'ended',
    counts: { added: 2, waiting: 0 },
    secrets: 1,
  });
  const devices = new Map((await me.devices()).map((device) => [device.sn, device]));
  expect(devices.get(inverter)).toMatchObject({ ratedPower: 8000.5, productionDate: '2026-02-28' });
  expect(devices.get(inverter)!.parentId).not.toBeNull();
  expect((await me.file(`${made.id}/secrets`)).split('\r\n')).toEqual([
    expect.stringContaining('Seriennummer'),
    expect.stringMatching(/^IMP[^,;]+[,;].*[A-Z2-7]{32}$/),
    '',
  ]);
  const result = await me.file(`${made.id}/result?format=csv`);
  expect(result).toContain('hinzugefügt');
  expect(result).toContain('„Rakete“');

  // What was refused can be tried again, where its station has come by now.
  await makeStation(platform, { organisationId: me.organisationId, name: 'Noch keine' });
  await me.start(made.id, 'failed');
  await workImports(platform, running);
  expect(await me.get(made.id)).toMatchObject({ counts: { added: 3, failed: 2, wrong: 2 } });
  const entries = await db
    .selectFrom('auditLog')
    .select('action')
    .where('objectType', '=', 'deviceImport')
    .where('objectId', '=', String(made.id))
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'devices.import',
    'devices.readSecrets',
    'devices.import',
  ]);
  // Secrets go a day after the end; nobody else sees any of it.
  const stranger = await someone();
  expect((await stranger.client.get(`/device-imports/${made.id}`)).error).toBe('deviceImportNotFound');
  platform.clock.advance(25 * 3_600_000);
  await forgetImports(platform);
  const kept = await db
    .selectFrom('deviceImportRows')
    .select('secret')
    .where('importId', '=', made.id)
    .execute();
  expect(kept.filter(({ secret }) => secret !== null)).toEqual([]);
  expect(kept).toHaveLength(7);
});

test('two servers add each row once, one that is killed loses none, and organisations take turns', async () => {
  const [many, few] = [await someone(), await someone()];
  const lines = (at: string, count: number) => [
    'sn,station,kind',
    ...Array.from({ length: count }, () => `${newSn()},${at},inverter`),
  ];
  const big = (await many.upload(lines(many.station.name, 60))).data;
  const small = (await few.upload(lines(few.station.name, 5))).data;
  await many.start(big.id);
  await few.start(small.id);
  const smallEnded = () => few.get(small.id).then(({ state }) => state === 'ended');
  const work = Promise.all([workImports(platform, running), workImports(platform, running)]);
  await vi.waitFor(async () => expect(await smallEnded()).toBe(true), { timeout: 20_000 });
  // The long one did not have to end first.
  const left = (await many.get(big.id)).counts.waiting;
  await work;
  expect(left).toBeGreaterThan(0);
  expect((await many.get(big.id)).counts).toMatchObject({ added: 60, waiting: 0, failed: 0 });
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM audit_log WHERE action = 'devices.create' AND station_id = ${many.station.id}`.execute(
    db,
  );
  expect(rows[0]!.n).toBe(60);
});

test('rows that hang on each other are added some at a turn, as others are', async () => {
  const me = await someone();
  const sns = Array.from({ length: 30 }, newSn);
  const { data: made } = await me.upload([
    'sn,station,kind,parentSn',
    ...sns.map((sn, at) => `${sn},${me.station.name},inverter,${sns[at + 1] ?? ''}`),
  ]);
  await me.start(made.id);
  let turns = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && node.sqlFragments.some((part) => part.includes('DISTINCT ON')))
        turns += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await workImports({ ...platform, db: counted }, running);
  expect((await me.get(made.id)).counts).toMatchObject({ added: 30, waiting: 0, failed: 0 });
  expect(turns).toBeLessThan(10);
});

test('rows that are tried again just as their import ends are added', async () => {
  const me = await someone();
  const [sn, refused] = [newSn(), newSn()];
  const { data: made } = await me.upload([
    'sn,station,kind',
    `${sn},${me.station.name},inverter`,
    `${refused},${me.station.name} 2,inverter`,
  ]);
  await makeStation(platform, { organisationId: me.organisationId, name: `${me.station.name} 2` });
  await me.start(made.id);
  await db
    .updateTable('deviceImportRows')
    .set({ state: 'added' })
    .where('importId', '=', made.id)
    .where('sn', '=', sn)
    .execute();
  const waits = (count: number) =>
    vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(count));
  let again: Promise<unknown> | undefined;
  let work: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    // What is tried again waits with its last step.
    await sql`LOCK TABLE audit_log IN SHARE MODE`.execute(trx);
    again = me.start(made.id, 'failed');
    await waits(1);
    work = workImports(platform, running);
    await waits(2);
  });
  await Promise.all([again, work]);
  await workImports(platform, running);
  expect(await me.get(made.id)).toMatchObject({ state: 'ended', counts: { added: 2, waiting: 0 } });
});

test('a device is added and its row marked together, or neither; and what is stopped waits for its start', async () => {
  const me = await someone();
  const sn = newSn();
  const { data: made } = await me.upload(['sn,station,kind', `${sn},${me.station.name},logger`]);
  await me.start(made.id);
  await me.client.post(`/device-imports/${made.id}/stop`, {});
  await workImports(platform, running);
  expect(await me.devices()).toEqual([]);
  expect(await me.get(made.id)).toMatchObject({ state: 'ended', counts: { ready: 1 } });
  await me.start(made.id);
  // The secret of the device cannot be sealed: the last step breaks off.
  const { secretKey: _, ...config } = platform.config;
  await workImports({ ...platform, config: { ...config, dataDir: '/dev/null/none' } as never }, running);
  expect(await me.devices()).toEqual([]);
  expect(await me.get(made.id)).toMatchObject({ state: 'ended', counts: { failed: 1 } });
  await me.start(made.id, 'failed');
  await workImports(platform, running);
  expect(await me.devices()).toMatchObject([{ sn }]);
});

test('who may do it no more has nothing added, and is told so', async () => {
  const me = await someone();
  const { data: made } = await me.upload(['sn,station,kind', `${newSn()},${me.station.name},logger`]);
  await me.start(made.id);
  await db
    .updateTable('users')
    .set({ lockedAt: new Date(platform.clock.now()) })
    .where('id', '=', me.user.id)
    .execute();
  await workImports(platform, running);
  expect(await me.devices()).toEqual([]);
  const [row] = await db.selectFrom('deviceImportRows').selectAll().where('importId', '=', made.id).execute();
  expect(row).toMatchObject({ state: 'failed', message: expect.any(String) });
});

test('an API key has nothing added by a table that it may not write itself', async () => {
  const me = await someone();
  const [plain, dated] = [newSn(), newSn()];
  const { data: made } = await me.upload([
    'sn,station,kind,productionDate',
    `${plain},${me.station.name},logger,`,
    `${dated},${me.station.name},logger,2026-02-01`,
  ]);
  expect(made.counts).toMatchObject({ ready: 2 });
  const program = await asProgram(me.user, ['devices.create']);
  expect((await program.post(`/device-imports/${made.id}/start`, { rows: 'ready' })).code).toBe(200);
  await workImports(platform, running);
  expect(await me.devices()).toMatchObject([{ sn: plain }]);
  expect(await me.get(made.id)).toMatchObject({ counts: { ready: 1, added: 1 } });
});

test('headings of every language are known, and what hangs on another row comes after it', () => {
  for (const language of LANGUAGES) {
    const { headings } = deviceWords(text, 'en-US');
    const known = DEVICE_COLUMNS.map((column) =>
      headings.get(plainHeading(`${headingIn(text, language, column)} (W) *`)),
    );
    expect([language, known]).toEqual([language, DEVICE_COLUMNS]);
  }
  const row = (at: number, sn: string, parentSn?: string) => ({ row: at, device: { sn, parentSn } as never });
  const places = placesOf([
    row(2, 'c', 'b'),
    row(3, 'b', 'a'),
    row(4, 'a'),
    row(5, 'x', 'y'),
    row(6, 'y', 'x'),
  ]);
  expect([4, 3, 2].map((at) => places.get(at))).toEqual([0, 1, 2]);
  expect(places.size).toBe(5);
});

test('whoever left since, or gave the station away, reads no secrets of what they had added', async () => {
  const [me, { id: elsewhere }] = [await someone(), await makeOrganisation(platform)];
  const there = await makeStation(platform, { organisationId: me.organisationId });
  const [kept, given] = [newSn(), newSn()];
  const rows = [`${kept};${me.station.name};Wechselrichter;;;`, `${given};${there.name};Wechselrichter;;;`];
  const { data: made } = await me.upload([HEAD, ...rows]);
  await me.start(made.id);
  await workImports(platform, running);
  const told = async () => {
    const content = await me.file(`${made.id}/secrets`);
    return [kept, given].filter((sn) => content.includes(sn));
  };
  expect(await told()).toEqual([kept, given]);
  await db.updateTable('stations').set({ organisationId: elsewhere }).where('id', '=', there.id).execute();
  expect(await told()).toEqual([kept]);
  await db
    .updateTable('users')
    .set({ organisationId: (await makeOrganisation(platform)).id })
    .where('id', '=', me.user.id)
    .execute();
  expect(await told()).toEqual([]);
});

test('a customer has not all the imports of an organisation that are open', async () => {
  const admin = await someone();
  const owner = await makeUser(platform, { role: 'owner', organisationId: admin.organisationId });
  const insert = async (userId: number, state: 'running' | 'checked') => {
    const values = {
      userId,
      organisationId: admin.organisationId,
      fileName: 'x.csv',
      language: 'en-US',
    } as const;
    const made = db
      .insertInto('deviceImports')
      .values({ ...values, state, createdAt: new Date(platform.clock.now()) });
    return (await made.returning('id').executeTakeFirstOrThrow()).id;
  };
  for (let n = 0; n < LIMITS.importsOpen * 0.6; n += 1) await insert(owner.id, 'running');
  const start = async (client: typeof admin.client, id: number) =>
    (await client.post(`/device-imports/${id}/start`, { rows: 'ready' })).error;
  expect(await start(await as(owner), await insert(owner.id, 'checked'))).toBe('importsTooMany');
  expect(await start(admin.client, await insert(admin.user.id, 'checked'))).toBeUndefined();
});
