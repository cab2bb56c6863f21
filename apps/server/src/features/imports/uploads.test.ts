import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openS3Door } from '../../../test/s3-door.ts';
import { readConfig } from '../../config.ts';
import { systemActor } from '../../platform/actor.ts';
import { createFolderFiles } from '../../platform/files/folder-files.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { readBytes } from './reading/decode-text.ts';
import { createUploads } from './uploads.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-uploads-'));
const quota = { reserve: async () => [], settle: async () => {}, release: async () => {} };
const uploads = createUploads(createFolderFiles(dataDir), quota);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const keep = (content: string | Uint8Array, userId: number | null = 1, fileName = 'a.csv') =>
  uploads.keep({
    stream: Readable.from([Buffer.from(content)]),
    fileName,
    payer: { userId, organisationId: null, customerId: null },
    announced: content.length,
  });
const actor = (userId: number | null) => ({ ...systemActor, kind: 'user' as const, userId });
const files = () => readdir(path.join(dataDir, 'uploads'));

async function contentOf(fileId: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes(uploads.read(fileId))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a file is kept as it came and read unpacked', async () => {
  const plain = await keep('a,b\n');
  const packed = await keep(gzipSync('c,d\n'));
  expect([await contentOf(plain.fileId), await contentOf(packed.fileId)]).toEqual(['a,b\n', 'c,d\n']);
  expect(plain).toMatchObject({ fileName: 'a.csv', bytes: 4, userId: 1 });
});

test('another server finds and reads an upload in a store that both share', async () => {
  const account = { bucket: 'sun', key: 'KEY', secret: 'secret', region: 'us-east-1' };
  const door = await openS3Door(account);
  const { files: place } = readConfig({
    SUNFLEET_FILES_URL: 's3://sun',
    SUNFLEET_FILES_ENDPOINT: door.url,
    SUNFLEET_FILES_KEY: account.key,
    SUNFLEET_FILES_SECRET: account.secret,
  });
  const open = async () => createUploads(await openFiles({ dataDir, files: place }), quota);
  const [one, other] = [await open(), await open()];
  const payer = { userId: 1, organisationId: null, customerId: null };
  const { fileId } = await one.keep({
    stream: Readable.from(['a,b']),
    fileName: 'a.csv',
    payer,
    announced: 3,
  });
  expect(await other.find(fileId, actor(1))).toMatchObject({ fileName: 'a.csv', bytes: 3 });
  expect(await text(other.read(fileId))).toBe('a,b');
  await one.clean(async () => new Set(), Date.now() + 25 * 3_600_000);
  expect([await other.exists(fileId), door.objects.size]).toEqual([false, 0]);
  await door.stop();
});

test('only who uploaded a file finds it', async () => {
  const { fileId } = await keep('x');
  expect((await uploads.find(fileId, actor(1))).fileId).toBe(fileId);
  await expect(uploads.find(fileId, actor(2))).rejects.toMatchObject({ key: 'importNotFound' });
  await expect(uploads.find(fileId, actor(null))).rejects.toMatchObject({ key: 'importNotFound' });
});

test.each(['../../secret', '', '/etc/passwd', '00000000-0000-4000-8000-00000000000g', '%2e%2e%2f'])(
  '"%s" is no file, whatever lies there',
  async (fileId) => {
    await expect(uploads.find(fileId, actor(1))).rejects.toMatchObject({ key: 'importNotFound' });
    expect(await uploads.exists(fileId)).toBe(false);
  },
);

test('a name from outside cannot lead out of the folder, nor be endless', async () => {
  expect((await keep('x', 1, '../../../etc/cron.d/evil.csv')).fileName).toBe('evil.csv');
  expect((await keep('x', 1, `${'n'.repeat(400)}.csv`)).fileName).toHaveLength(255);
});

test('an upload that breaks off leaves nothing', async () => {
  const before = await files();
  const broken = new Readable({
    read() {
      this.push('half a');
      this.destroy(new Error('connection lost'));
    },
  });
  await expect(
    uploads.keep({
      stream: broken,
      fileName: 'a.csv',
      payer: { userId: 1, organisationId: null, customerId: null },
      announced: 6,
    }),
  ).rejects.toThrow('connection lost');
  expect(await files()).toEqual(before);
});

test('what is a day old and needed by nobody is dropped; the rest stays', async () => {
  const now = Date.now();
  const old = new Date(now - 25 * 3_600_000);
  const [unused, needed, fresh] = [await keep('1'), await keep('2'), await keep('3')];
  for (const { fileId } of [unused, needed]) {
    for (const ending of ['data', 'json'])
      await utimes(path.join(dataDir, 'uploads', `${fileId}.${ending}`), old, old);
  }
  await uploads.clean(async () => new Set([needed.fileId]), now);
  const there = [];
  for (const { fileId } of [unused, needed, fresh]) there.push(await uploads.exists(fileId));
  expect(there).toEqual([false, true, true]);
});

test('the folder is looked through every ten minutes, not for each upload', async () => {
  let listed = 0;
  const files = createFolderFiles(dataDir);
  const list = (folder: string) => {
    listed += 1;
    return files.list(folder);
  };
  const counted = createUploads({ ...files, list }, quota);
  const now = Date.now();
  for (const at of [now, now + 1000, now + 599_999, now + 600_000, now + 700_000])
    await counted.clean(async () => new Set(), at);
  expect(listed).toBe(2);
});

test.each([
  ['a\0b.csv', 'ab.csv'],
  ['../../etc/passwd', 'passwd'],
  ['a\r\nSet-Cookie: x\u001b[2J.csv', 'aSet-Cookie: x[2J.csv'],
  ['roof\u202Evsc.exe', 'roofvsc.exe'],
  ['half \uD800.csv', 'half .csv'],
  [`${'😀'.repeat(200)}.csv`, `${'😀'.repeat(127)}\uFFFD`],
])('the name %j is kept as %j', async (fileName, kept) => {
  expect((await keep('x', 1, fileName)).fileName).toBe(kept);
});

test('cleaning before the first upload, and removing twice, are no errors', async () => {
  await createUploads(createFolderFiles(path.join(dataDir, 'nothing-here')), quota).clean(
    async () => new Set(),
    Date.now(),
  );
  const { fileId } = await keep('x');
  await uploads.remove(fileId);
  await uploads.remove(fileId);
  expect(await uploads.exists(fileId)).toBe(false);
});
