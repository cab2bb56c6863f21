import { LIMITS } from '@sunfleet/contract';
import multipart from '@fastify/multipart';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { readHere } from '../../../test/readers/read-here.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { systemActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { JOB_RULES } from '../../platform/jobs/job-kinds.ts';
import { signIn } from '../accounts/index.ts';
import { createStation } from '../stations/create-station.ts';
import { createTowns } from '../towns/index.ts';
import { registerStationBatchesRoutes, runBatch } from './index.ts';
import { createTableDesk } from '../../platform/tables/table-desk.ts';
import { readFile } from '../../platform/tables/read/read-file.ts';
import {
  createTableReader,
  tableReaderOn,
  type TableReader,
} from '../../platform/tables/read/table-reader.ts';

const platform = await testPlatform();
const { db } = platform;
const towns = createTowns();
const openBatches = (reader: TableReader = tableReaderOn(readHere(readFile))) =>
  openApi(platform, (http, parts) => {
    void http.app.register(multipart, { limits: { files: 1, fields: 0, fileSize: LIMITS.importBytes } });
    registerStationBatchesRoutes(http, parts, { towns, desk: createTableDesk(parts, reader) });
  });
const { server, as } = await openBatches();
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const running = new AbortController().signal;
const HEAD = 'name,type,capacityKw,latitude,longitude,timeZone';
const rowsOf = (count: number, change: (index: number) => string | undefined = () => undefined) =>
  Array.from(
    { length: count },
    (_, index) => change(index) ?? `Roof ${index},commercial,${index + 1},48.1,11.5,`,
  );

async function someone(
  role: 'installer' | 'owner' | 'organisationAdmin' = 'installer',
  colleague?: { organisationId: number },
) {
  const { organisationId } = colleague ?? { organisationId: (await makeOrganisation(platform)).id };
  const user = await makeUser(platform, role === 'owner' ? { role } : { role, organisationId });
  const bearer = await signIn(platform, user);
  return {
    user,
    organisationId,
    client: await as(user),
    async upload(lines: readonly string[], { at = server } = {}) {
      const form = new FormData();
      form.append('file', new Blob([lines.join('\n')]), 'stations.csv');
      const body = new Response(form);
      const answer = await at.app.inject({
        method: 'POST',
        url: '/api/station-batches',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': body.headers.get('content-type')!,
          'accept-language': 'de-DE',
        },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      return answer.json();
    },
    stations: () =>
      db.selectFrom('stations').selectAll().where('createdBy', '=', user.id).orderBy('id').execute(),
  };
}

test('an elevation is filled in where it was left empty and towns around tell it, and nowhere else', async () => {
  const me = await someone();
  const { data } = await me.upload([
    `${HEAD},elevation`,
    'Typed,commercial,1,48.1,11.5,,7',
    'Empty,commercial,1,48.1,11.5,,',
    'At sea,commercial,1,0,-30,,',
  ]);
  expect(data).toMatchObject({ rows: 3, errorCount: 0, estimatedElevations: 1 });
  await me.client.post(`/station-batches/${data.batch.id}/start`, {});
  await runBatch(platform, data.batch.id, running);
  const heights = (await me.stations()).map(({ name, elevation }) => [name, elevation]);
  expect(heights).toEqual([
    ['Typed', 7],
    ['Empty', expect.closeTo(530, -2)],
    ['At sea', null],
  ]);
});

test('five thousand stations with three wrong cells are told by cell, and mended all of them are created', async () => {
  const me = await someone();
  const wrong = await me.upload([
    HEAD,
    ...rowsOf(5000, (index) => {
      if (index === 6) return 'Roof 6,commercial,viel,48.1,11.5,';
      if (index === 17) return 'Roof 17,commercial,1,91,11.5,';
      return index === 4998 ? 'Roof 4998,commercial,1,48.1,11.5,US/Nowhere' : undefined;
    }),
  ]);
  expect(wrong.data).toMatchObject({ batch: null, rows: 5000, errorCount: 3 });
  expect(wrong.data.errors).toEqual([
    { row: 8, column: 'capacityKw', cell: 'C8', value: 'viel', message: '„viel“ ist keine Zahl.' },
    expect.objectContaining({ cell: 'D19', column: 'latitude', value: '91' }),
    expect.objectContaining({ cell: 'F5000', column: 'timeZone', value: 'US/Nowhere' }),
  ]);
  const { data } = await me.upload([HEAD, ...rowsOf(5000)]);
  expect(data.batch).toMatchObject({ state: 'ready', total: 5000, done: 0 });
  expect(await me.stations()).toEqual([]);
  const start = () => me.client.post(`/station-batches/${data.batch.id}/start`, {});
  expect((await start()).data.state).toBe('creating');
  expect((await start()).data.state).toBe('creating');
  // Two servers that took the same job create each station once.
  await Promise.all([1, 2].map(() => runBatch(platform, data.batch.id, running)));
  expect((await me.client.get(`/station-batches/${data.batch.id}`)).data).toMatchObject({
    state: 'done',
    done: 5000,
    message: null,
  });
  const stations = await me.stations();
  expect(stations).toHaveLength(5000);
  expect(stations[0]).toMatchObject({
    name: 'Roof 0',
    timeZone: 'Europe/Berlin',
    organisationId: me.organisationId,
    ownerId: null,
  });
  expect(data.estimatedElevations).toBe(5000);
  expect(stations[0]!.elevation).toBeGreaterThan(400);
  expect(stations[0]!.elevation).toBeLessThan(650);
  const { rows } = await sql<{ action: string; count: number }>`
    SELECT action, count(*) FROM audit_log WHERE user_id = ${me.user.id} GROUP BY action ORDER BY action`.execute(
    db,
  );
  expect(rows.filter(({ action }) => action.startsWith('stations.'))).toEqual([
    { action: 'stations.create', count: 5000 },
    { action: 'stations.createBatch', count: 1 },
  ]);
});

test('who lost the right before its turn creates none, and a server that stops leaves all for the next try', async () => {
  const me = await someone();
  const { data } = await me.upload([HEAD, ...rowsOf(300)]);
  const path = `/station-batches/${data.batch.id}`;
  await me.client.post(`${path}/start`, {});
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  await expect(runBatch(platform, data.batch.id, stopping.signal)).rejects.toThrow('stopping');
  expect(await me.stations()).toEqual([]);
  await db.updateTable('users').set({ role: 'internalReadOnly' }).where('id', '=', me.user.id).execute();
  await runBatch(platform, data.batch.id, running);
  expect(await me.stations()).toEqual([]);
  const row = await db
    .selectFrom('stationBatches')
    .selectAll()
    .where('id', '=', data.batch.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'failed', done: 0, stations: null });
  expect(row.message).not.toBe('');
});

test.each([
  ['the right', { role: 'internalReadOnly' }],
  ['the organisation', { organisationId: null }],
  ['the account', { lockedAt: new Date(platform.clock.now()) }],
] as const)('who loses %s while a batch is created creates none of it', async (_, lost) => {
  const me = await someone();
  const { data } = await me.upload([HEAD, ...rowsOf(600)]);
  const { id } = data.batch;
  await me.client.post(`/station-batches/${id}/start`, {});
  // Its first rows wait for this one.
  const running = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE stations IN SHARE MODE`.execute(trx);
    const run = runBatch(platform, id, new AbortController().signal);
    await vi.waitUntil(async () => (await waitingForLocks(platform)) > 0);
    await db.updateTable('users').set(lost).where('id', '=', me.user.id).execute();
    return { run };
  });
  await running.run;
  expect(await me.stations()).toEqual([]);
  const row = await db.selectFrom('stationBatches').select('state').where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ state: 'failed' });
});

test('those who create stations of the same organisation hold every connection and keep no batch from its end', async () => {
  const me = await someone('organisationAdmin');
  const { data } = await me.upload([HEAD, ...rowsOf(600)]);
  const { id } = data.batch;
  await me.client.post(`/station-batches/${id}/start`, {});
  const { promise: letGo, resolve: end } = Promise.withResolvers<void>();
  const held = db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE stations IN SHARE MODE`.execute(trx);
    await letGo;
  });
  const run = runBatch(platform, id, running);
  await vi.waitUntil(async () => (await waitingForLocks(platform)) > 0);
  const { organisationId } = me;
  const context = { actor: systemActor, language: 'en-US', address: null, bearer: '' } as const;
  const station = { name: 'One', type: 'commercial', capacityKw: 1, latitude: 48, longitude: 11 } as const;
  const many = Array.from({ length: 20 }, () =>
    createStation(platform, context, { ...station, organisationId }),
  );
  await vi.waitUntil(() => platform.pool.waitingCount > 0);
  end();
  await Promise.all([held, run, ...many]);
  const row = await db.selectFrom('stationBatches').select('state').where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ state: 'done' });
});

test('a batch waits for a store for as long as it is away, and never stands as being created after it failed', async () => {
  const me = await someone();
  const { data } = await me.upload([HEAD, ...rowsOf(2)]);
  const { id } = data.batch;
  await me.client.post(`/station-batches/${id}/start`, {});
  const { retries } = JOB_RULES['stations.createBatch'];
  expect(retries).toBe(JOB_RULES['stations.export'].retries);
  const broken = (error: Error) => ({ ...platform, clock: { ...platform.clock, now: failingOnce(error) } });
  await expect(runBatch(broken(new AppError('storeUnavailable')), id, running)).rejects.toThrow();
  const path = `/station-batches/${id}`;
  expect((await me.client.get(path)).data).toMatchObject({ state: 'creating', message: null });
  await runBatch(broken(new Error('a fault of the server')), id, running);
  const { state, message } = (await me.client.get(path)).data;
  expect([state, message]).toEqual(['failed', platform.text('de-DE', 'errors.internal')]);
  expect(await me.stations()).toEqual([]);
});

/** A clock that breaks when the batch is begun. */
function failingOnce(error: Error): () => number {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === 2) throw error;
    return platform.clock.now();
  };
}

test('an owner gets what is created, no more than an owner may have, and nobody else sees the table', async () => {
  const [me, other] = [await someone('owner'), await someone()];
  const { data } = await me.upload([HEAD, ...rowsOf(2)]);
  const path = `/station-batches/${data.batch.id}`;
  expect((await other.client.get(path)).error).toBe('stationBatchNotFound');
  expect((await other.client.post(`${path}/start`, {})).error).toBe('stationBatchNotFound');
  await me.client.post(`${path}/start`, {});
  await runBatch(platform, data.batch.id, running);
  expect((await me.stations()).map(({ ownerId }) => ownerId)).toEqual([me.user.id, me.user.id]);
  const many = await me.upload([HEAD, ...rowsOf(LIMITS.stationsPerOwner - 1)]);
  await me.client.post(`/station-batches/${many.data.batch.id}/start`, {});
  await runBatch(platform, many.data.batch.id, running);
  const failed = await me.client.get(`/station-batches/${many.data.batch.id}`);
  expect(failed.data.state).toBe('failed');
  expect(failed.data.message).toContain('1000');
  expect(await me.stations()).toHaveLength(2);
});

test('what is no table, empty or too long is refused as a whole, and so are organisations of others', async () => {
  const [me, other] = [await someone(), await someone()];
  expect((await me.upload(['\u0000\u0001'])).error).toBe('unsupportedFileType');
  expect((await me.upload([HEAD])).error).toBe('stationTableEmpty');
  expect((await me.upload([HEAD, ...rowsOf(5001)])).error).toBe('stationTableTooLong');
  const { data } = await me.upload([HEAD, ...rowsOf(1)]);
  const body = { organisationId: other.organisationId };
  expect((await me.client.post(`/station-batches/${data.batch.id}/start`, body)).error).toBe(
    'organisationNotFound',
  );
});

test.each([
  ['runs out of memory', 'heap'],
  ['is killed', 'kill'],
  ['hangs', 'loop'],
])('a table whose reader %s is refused with its words, and the server goes on', async (_, misdeed) => {
  const module = new URL(`../../../test/readers/spoiled.ts?${misdeed}`, import.meta.url);
  const limits = { stepMs: 5000, totalMs: 5000, memoryMb: 64 };
  const spoiled = await openBatches(createTableReader(limits, module));
  const me = await someone();
  expect(await me.upload([HEAD, ...rowsOf(3)], { at: spoiled.server })).toMatchObject({
    error: 'stationTableUnreadable',
    msg: expect.stringContaining('keine lesbare Tabelle'),
  });
  await spoiled.server.app.close();
  expect((await me.upload([HEAD, ...rowsOf(3)])).data.batch).toMatchObject({ state: 'ready' });
});

test('tables of an organisation that starts many wait behind the first one of another', async () => {
  const [me, other] = [await someone(), await someone()];
  const ids: number[] = [];
  for (const { user, organisationId, client } of [me, me, other]) {
    const batch = {
      userId: user.id,
      organisationId,
      fileName: 'a.csv',
      language: 'en-US',
      total: 1,
    } as const;
    const { id } = await db
      .insertInto('stationBatches')
      .values({ ...batch, state: 'ready', stations: '[]', createdAt: new Date(platform.clock.now()) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await client.post(`/station-batches/${id}/start`, {});
    ids.push(id);
  }
  const { rows } = await sql<{ priority: number }>`
    SELECT priority FROM jobs.job WHERE name = 'stations.createBatch' AND (data->>'batchId')::bigint = ANY(${ids}::bigint[])
     ORDER BY (data->>'batchId')::bigint`.execute(db);
  expect(rows.map(({ priority }) => priority)).toEqual([-1, -3, -1]);
});

test('one table of an organisation is read at a time, whoever of it sends them, so that those of another one wait for none of these', async () => {
  const read: string[] = [];
  const { promise: go, resolve } = Promise.withResolvers<void>();
  const { server: at } = await openBatches({
    async read(bytes) {
      read.push(bytes.toString());
      await go;
      return { rows: [], decimal: '.' };
    },
  });
  const first = await someone();
  const colleagues = await Promise.all([1, 2].map(() => someone('installer', first)));
  const answers = [first, ...colleagues].map((one) => one.upload(['ours'], { at }));
  await vi.waitUntil(() => read.length > 0);
  answers.push((await someone()).upload(['theirs'], { at }));
  await vi.waitUntil(() => read.length > 1);
  expect(read).toEqual(['ours', 'theirs']);
  resolve();
  expect((await Promise.all(answers)).map(({ error }: { error: string }) => error)).toEqual(
    Array.from({ length: 4 }, () => 'stationTableEmpty'),
  );
  await at.app.close();
});
