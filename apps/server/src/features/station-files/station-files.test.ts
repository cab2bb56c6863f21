import { EventEmitter, once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { withFreeBytes } from '../../../test/with-free-bytes.ts';
import { mintPng } from '../../../test/mint-png.ts';
import { enterAsVisitor } from '../accounts/visitor.ts';
import { signIn } from '../accounts/index.ts';
import { deleteStations } from '../stations/index.ts';
import { forgetFiles, registerStationFilesRoutes } from './index.ts';
import { createPictureReader, type PictureReader } from '../../platform/kept-files/picture-reader.ts';

const platform = await testPlatform();
const { db, files } = platform;
// Rows say that files have gigabytes, of which new organisations keep a part of what is free.
files.freeBytes = () => Promise.resolve(2 ** 40);
/** Tells when a request has been let in, before its file is read. */
const beginnings = new EventEmitter();
const openFiles = (reader?: PictureReader) =>
  openApi(platform, (http, parts) => {
    void http.app.register(multipart, { limits: { files: 1, fields: 0, fileSize: LIMITS.importBytes } });
    http.app.addHook('preHandler', async () => void beginnings.emit('addStationFile'));
    registerStationFilesRoutes(http, parts, reader);
  });
const { server } = await openFiles();
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n');

async function send(bearer: string, method: 'GET' | 'DELETE', url: string) {
  return server.app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${bearer}` } });
}

async function someone(
  role: 'installer' | 'internalReadOnly' = 'installer',
  organisationId?: number,
  at = server,
) {
  const home = organisationId ?? (await makeOrganisation(platform)).id;
  const user = await makeUser(platform, { role, organisationId: home });
  const station = await makeStation(platform, { organisationId: home, shared: true });
  const bearer = await signIn(platform, user);
  return {
    user,
    station,
    bearer,
    organisationId: home,
    get: async (path: string, of = station.id) =>
      (await send(bearer, 'GET', `/stations/${of}${path}`)).json(),
    remove: async (id: number) =>
      (await send(bearer, 'DELETE', `/stations/${station.id}/files/${id}`)).json(),
    async add(kind: string, content: Buffer, name = 'photo.png', of = station.id) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)]), name);
      const body = new Response(form);
      const answer = await at.app.inject({
        method: 'POST',
        url: `/api/stations/${of}/files/${kind}`,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': body.headers.get('content-type')! },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      return answer.json();
    },
  };
}

const namesToRemove = async () => {
  const { rows } = await db
    .selectFrom('jobs.job' as never)
    .select(['data' as never])
    .where('name' as never, '=', 'files.remove' as never)
    .execute()
    .then((found) => ({ rows: found as { data: { names: string[] } }[] }));
  return rows.flatMap(({ data }) => data.names);
};

/** Where the content of a file is kept. */
async function contentOf(id: number): Promise<string> {
  const row = await db
    .selectFrom('stationFiles')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.file;
}

test('documents that wait for the lock of a station leave connections to others', async () => {
  const me = await someone();
  const colleagues = await Promise.all(
    Array.from({ length: 4 }, () => someone('installer', me.organisationId)),
  );
  const holder = await platform.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM stations WHERE id = $1 FOR UPDATE', [me.station.id]);
  let judged = 0;
  const count = () => void (judged += 1);
  beginnings.on('addStationFile', count);
  const added = colleagues.flatMap(({ add }) =>
    ['a.pdf', 'b.pdf'].map((name) => add('document', PDF, name, me.station.id)),
  );
  await vi.waitFor(() => expect(judged).toBe(8));
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(3));
  const stranger = await someone();
  await Promise.all(Array.from({ length: 20 }, () => stranger.get('/files')));
  expect(await waitingForLocks(platform)).toBe(3);
  await holder.query('COMMIT');
  holder.release();
  expect((await Promise.all(added)).map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200));
  beginnings.off('addStationFile', count);
});

test('a cover takes the place of the one before, is served with headers under which nothing runs, and goes with its station', async () => {
  const me = await someone();
  const first = await me.add('cover', mintPng(400, 400), '../../etc/ph\u202eoto.png');
  expect(first.data).toMatchObject({
    kind: 'cover',
    name: 'photo.webp',
    type: 'image/webp',
    width: 400,
    height: 300,
  });
  const second = await me.add('cover', mintPng(800, 600));
  await me.add('document', PDF, 'contract.pdf');
  const listed = (await me.get('/files')).data;
  expect(listed.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['cover', 'photo.webp'],
    ['document', 'contract.pdf'],
  ]);
  const answer = await send(me.bearer, 'GET', `/stations/${me.station.id}/files/${second.data.id}`);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': "attachment; filename*=UTF-8''photo.webp",
    vary: 'authorization, origin',
  });
  expect(answer.rawPayload.length).toBe(second.data.bytes);
  expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  const covers = (await send(me.bearer, 'GET', `/stations/covers?ids=${me.station.id},999999`)).json().data;
  expect(covers).toHaveLength(1);
  const kept = await db
    .selectFrom('stationFiles')
    .select('file')
    .where('stationId', '=', me.station.id)
    .execute();
  await db.transaction().execute((trx) => deleteStations(trx, [me.station.id]));
  const gone = await namesToRemove();
  expect(gone).toEqual(expect.arrayContaining(kept.map(({ file }) => file)));
  expect(gone).toHaveLength(3);
});

test('a document that its sender calls as a program is called as a document, one that was kept before as well', async () => {
  const me = await someone();
  const named = async () => {
    const [{ id, name }] = (await me.get('/files')).data;
    const { headers } = await send(me.bearer, 'GET', `/stations/${me.station.id}/files/${id}`);
    return [name, headers['content-disposition']];
  };
  const kept = await me.add('document', PDF, 'C:\\Temp\\Manu\u202eal.bat. ');
  const isDocument = ['Manual.bat.pdf', "attachment; filename*=UTF-8''Manual.bat.pdf"];
  expect(kept.data.name).toBe(isDocument[0]);
  expect(await named()).toEqual(isDocument);
  await db.updateTable('stationFiles').set({ name: 'Manual.bat' }).where('id', '=', kept.data.id).execute();
  expect(await named()).toEqual(isDocument);
});

test('who loses the right while a file comes adds nothing', async () => {
  const me = await someone();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const before = await Readable.from(files.list('stations')).toArray();
  const form = new FormData();
  form.append('file', new Blob([PDF]), 'late.pdf');
  const body = new Response(form);
  const bytes = Buffer.from(await body.arrayBuffer());
  const upload = request({
    port,
    method: 'POST',
    path: `/api/stations/${me.station.id}/files/document`,
    headers: {
      authorization: `Bearer ${me.bearer}`,
      'content-type': body.headers.get('content-type')!,
      'content-length': bytes.length,
    },
  });
  const begun = once(beginnings, 'addStationFile');
  upload.write(bytes.subarray(0, -10));
  await begun;
  await db.updateTable('users').set({ role: 'internalReadOnly' }).where('id', '=', me.user.id).execute();
  platform.clock.advance(1000);
  upload.end(bytes.subarray(-10));
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect(JSON.parse(await text(answer))).toMatchObject({ error: 'noDataPermission' });
  expect((await me.get('/files')).data).toEqual([]);
  expect(await Readable.from(files.list('stations')).toArray()).toEqual(before);
});

test('what is no picture is refused by its bytes and leaves nothing behind', async () => {
  const me = await someone();
  const before = await Readable.from(files.list('stations')).toArray();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused = async (kind: string, content: Buffer, name?: string) =>
    (await me.add(kind, content, name)).error;
  expect(await refused('cover', svg, 'photo.jpg')).toBe('unsupportedFileType');
  expect(await refused('picture', PDF, 'photo.png')).toBe('unsupportedFileType');
  expect(await refused('document', mintPng(10, 10), 'contract.pdf')).toBe('unsupportedFileType');
  expect(await refused('picture', mintPng(10_000, 10_000))).toBe('pictureTooLarge');
  expect(await refused('picture', Buffer.concat([mintPng(9, 9).subarray(0, 30), Buffer.alloc(50)]))).toBe(
    'pictureUnreadable',
  );
  expect(await refused('document', Buffer.concat([PDF, Buffer.from('PK\u0005\u0006')]))).toBe(
    'documentUnreadable',
  );
  expect(await refused('document', Buffer.concat([PDF, Buffer.alloc(LIMITS.stationFileBytes)]))).toBe(
    'payloadTooLarge',
  );
  expect((await me.get('/files')).data).toEqual([]);
  expect(await Readable.from(files.list('stations')).toArray()).toEqual(before);
});

test('who only looks adds and removes nothing, visitors see none, and no file is read by way of another station', async () => {
  const [me, other] = [await someone(), await someone()];
  const viewer = await someone('internalReadOnly', me.organisationId);
  const { data } = await me.add('document', PDF, 'contract.pdf');
  expect((await viewer.add('document', PDF, 'x.pdf', me.station.id)).error).toBe('noDataPermission');
  expect((await other.add('document', PDF, 'x.pdf', me.station.id)).error).toBe('stationNotFound');
  expect((await viewer.get('/files', me.station.id)).data).toHaveLength(1);
  expect((await other.get(`/files/${data.id}`)).error).toBe('stationFileNotFound');
  expect((await other.get(`/files/${data.id}`, me.station.id)).error).toBe('stationNotFound');
  const { token } = await enterAsVisitor(platform, { address: '192.0.2.9', userAgent: '' } as never);
  const seen = await send(token, 'GET', `/stations/${me.station.id}/files`);
  expect(seen.json().data).toEqual([]);
  expect((await send(token, 'GET', `/stations/${me.station.id}/files/${data.id}`)).json().error).toBe(
    'stationFileNotFound',
  );
  const { file } = await db
    .selectFrom('stationFiles')
    .select('file')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  expect(await text(files.read(file))).toBe(PDF.toString());
  expect((await me.remove(data.id)).code).toBe(200);
  expect((await me.remove(data.id)).error).toBe('stationFileNotFound');
  const log = await db
    .selectFrom('auditLog')
    .select('action')
    .where('stationId', '=', me.station.id)
    .where('allowed', '=', true)
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['stations.addFile', 'stations.removeFile']);
});

test('a file whose content was removed since its row was read is not there, and no error of the server', async () => {
  const me = await someone();
  const { data } = await me.add('document', PDF, 'plan.pdf');
  const file = await contentOf(data.id);
  await files.remove(file);
  expect(await me.get(`/files/${data.id}`)).toMatchObject({ error: 'stationFileNotFound' });
});

/** As if the database had been made so many days ago by the clock of the platform. */
const madeDaysAgo = (days: number) =>
  sql`UPDATE schema_migrations SET applied_at = ${new Date(platform.clock.now() - days * 86_400_000)}`.execute(
    db,
  );

test('content that no row names goes after a day, as do halves of writes that were killed; what a row names stays', async () => {
  const me = await someone();
  const { data } = await me.add('document', PDF, 'plan.pdf');
  const file = await contentOf(data.id);
  await files.write('stations/of-nobody.pdf', Readable.from([PDF]));
  await files.write('stations/of-nobody-yet.pdf', Readable.from([PDF]));
  const folder = path.join(platform.config.dataDir, 'stations');
  await writeFile(path.join(folder, 'half.webp-1.part'), 'half');
  const now = new Date(platform.clock.now());
  const old = new Date(platform.clock.now() - 25 * 3_600_000);
  for (const name of ['of-nobody.pdf', 'half.webp-1.part', path.basename(file)])
    await utimes(path.join(folder, name), old, old);
  await utimes(path.join(folder, 'of-nobody-yet.pdf'), now, now);
  await madeDaysAgo(30);
  await forgetFiles(platform);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(['of-nobody-yet.pdf', path.basename(file)]));
  expect(left).not.toContain('of-nobody.pdf');
  expect(left).not.toContain('half.webp-1.part');
});

test('an empty database removes nothing that another one stored before it was made', async () => {
  const name = 'stations/of-another-database.pdf';
  const old = new Date(platform.clock.now() - 10 * 86_400_000);
  await files.write(name, Readable.from([PDF]));
  await utimes(path.join(platform.config.dataDir, name), old, old);
  await madeDaysAgo(9);
  await forgetFiles(platform);
  expect(await files.exists(name)).toBe(true);
  await madeDaysAgo(11);
  await forgetFiles(platform);
  expect(await files.exists(name)).toBe(false);
});

test('an owner has a share of what the files of an organisation take, and all together have its room', async () => {
  const me = await someone();
  const owner = await makeUser(platform, { role: 'owner' });
  const owned = await makeStation(platform, { organisationId: me.organisationId, ownerId: owner.id });
  const fill = (stationId: number, bytes: number) =>
    sql`INSERT INTO station_files (station_id, kind, name, type, bytes, file)
      SELECT ${stationId}::bigint, 'document', 'x', 'application/pdf', ${2 ** 30}, gen_random_uuid()::text
        FROM generate_series(1, ${Math.floor(bytes / 2 ** 30)}::int)`.execute(db);
  const take = (stationId: number) => me.add('document', PDF, 'x.pdf', stationId);
  await fill(owned.id, 2 ** 30);
  expect((await take(owned.id)).error).toBe('stationFilesFull');
  expect((await take(me.station.id)).code).toBe(200);
  await fill(me.station.id, 3 * 2 ** 30);
  const full = await take(me.station.id);
  expect(full).toMatchObject({ error: 'stationFilesFull', msg: expect.stringContaining('4096 MB') });
  expect((await (await someone()).add('document', PDF, 'x.pdf')).code).toBe(200);
});

test('a person adds to however many organisations within a month as much as to one', async () => {
  const [me, other] = [await someone(), await someone()];
  const at = new Date(platform.clock.now());
  await sql`INSERT INTO station_files (station_id, kind, name, type, bytes, file, created_by, created_at)
    SELECT ${other.station.id}::bigint, 'document', 'x', 'application/pdf', ${2 ** 30}, gen_random_uuid()::text, ${me.user.id}, ${at}
      FROM generate_series(1, 4)`.execute(db);
  expect((await me.add('document', PDF)).error).toBe('stationFilesFull');
  const before = new Date(platform.clock.now() - 31 * 86_400_000);
  await sql`UPDATE station_files SET created_at = ${before} WHERE created_by = ${me.user.id}`.execute(db);
  expect((await me.add('document', PDF)).code).toBe(200);
});

test('a new organisation adds no file where new ones have used up their part of the disk', async () => {
  const { add, organisationId } = await someone();
  expect((await withFreeBytes(files, 0, () => add('document', PDF))).error).toBe('newcomersFull');
  await sql`UPDATE organisations SET created_at = now() - interval '1 year' WHERE id = ${organisationId}`.execute(
    db,
  );
  expect((await withFreeBytes(files, 0, () => add('document', PDF))).error).toBeUndefined();
});

test('a picture that ends what draws it is refused and leaves nothing, and the next one is drawn', async () => {
  const module = new URL('../../../test/readers/spoiled.ts?kill', import.meta.url);
  const spoiled = await openFiles(createPictureReader(undefined, module));
  const unlucky = await someone('installer', undefined, spoiled.server);
  const png = mintPng(40, 30);
  expect((await unlucky.add('picture', png)).error).toBe('pictureUnreadable');
  await spoiled.server.app.close();
  expect((await unlucky.get('/files')).data).toEqual([]);
  const next = await someone();
  expect(await next.add('picture', png)).toMatchObject({ code: 200, data: { width: 40, height: 30 } });
});

test('a document is about a device of its station, and of no other', async () => {
  const { station, organisationId, add, get } = await someone();
  const at = { organisationId, stationId: station.id };
  const device = await makeDevice(platform, at);
  const other = await makeDevice(platform, { organisationId });
  const kept = await add(`document?deviceId=${device.id}`, PDF, 'protocol.pdf');
  expect(kept.data).toMatchObject({ name: 'protocol.pdf', deviceId: device.id });
  const foreign = await add(`document?deviceId=${other.id}`, PDF, 'protocol.pdf');
  expect(foreign.error).toBe('deviceNotFound');
  const ofStation = await add('document', PDF, 'contract.pdf');
  expect((await get('/files')).data.map(({ deviceId }: { deviceId: number | null }) => deviceId)).toEqual([
    device.id,
    null,
  ]);
  expect(ofStation.data.deviceId).toBeNull();
});
