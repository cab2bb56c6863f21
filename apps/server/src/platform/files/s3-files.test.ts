import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openS3Door } from '../../../test/s3-door.ts';
import { openFiles } from './open-files.ts';

const account = {
  bucket: 'sun',
  key: 'KEY',
  secret: 'secret of the test',
  region: 'eu-central-1',
  pageSize: 2,
};
const door = await openS3Door(account);
afterAll(() => door.stop());
afterEach(() => void (door.disturb = undefined));

const place = {
  SUNFLEET_FILES_URL: 's3://sun/cell-1',
  SUNFLEET_FILES_ENDPOINT: door.url,
  SUNFLEET_FILES_REGION: account.region,
  SUNFLEET_FILES_KEY: account.key,
  SUNFLEET_FILES_SECRET: account.secret,
};
const open = (environment: Readonly<Record<string, string>> = {}) =>
  openFiles(readConfig({ ...place, ...environment }));
const files = await open();
const MEGABYTE = 1024 * 1024;

const inPieces = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
      bytes.subarray(n * 65_536, (n + 1) * 65_536),
    ),
  );

test('a file is read as it was written, also by another server, and stands below its folder', async () => {
  expect(await files.write('uploads/a.data', Readable.from([Buffer.from('grün'), '!']))).toBe(6);
  const other = await open();
  expect([await other.exists('uploads/a.data'), await text(other.read('uploads/a.data'))]).toEqual([
    true,
    'grün!',
  ]);
  expect([...door.objects.keys()]).toEqual(['cell-1/uploads/a.data']);
  await other.check();
});

test('an empty file is a file', async () => {
  expect(await files.write('uploads/empty', Readable.from([]))).toBe(0);
  expect([await files.exists('uploads/empty'), await text(files.read('uploads/empty'))]).toEqual([true, '']);
});

test('a large file goes in parts and is read in whole', async () => {
  const bytes = randomBytes(19 * MEGABYTE);
  expect(await files.write('uploads/large', inPieces(bytes))).toBe(bytes.length);
  expect(door.requests.filter((request) => request.includes('partNumber='))).toHaveLength(3);
  expect((await buffer(files.read('uploads/large'))).equals(bytes)).toBe(true);
  expect(door.openUploads()).toBe(0);
});

test.each([1, 18])(
  'what breaks off after %i MB is not there, and what was there before stays',
  async (megabytes) => {
    await files.write('uploads/b.data', Readable.from(['before']));
    async function* broken() {
      for (let n = 0; n < megabytes; n += 1) yield Buffer.alloc(MEGABYTE);
      throw new Error('connection lost');
    }
    await expect(files.write('uploads/b.data', Readable.from(broken()))).rejects.toThrow('connection lost');
    expect(await text(files.read('uploads/b.data'))).toBe('before');
    expect(door.openUploads()).toBe(0);
  },
);

test('a file that is not there: no error to ask or to remove, one to read', async () => {
  expect(await files.exists('uploads/none')).toBe(false);
  await files.remove('uploads/none');
  await expect(text(files.read('uploads/none'))).rejects.toThrow('is gone');
  expect(await Readable.from(files.list('nowhere')).toArray()).toEqual([]);
});

test('a folder lists its files, page by page, and none of deeper folders', async () => {
  for (const name of ['one', 'two', 'three', 'deep/four'])
    await files.write(`listed/${name}`, Readable.from([name]));
  const listed = await Readable.from(files.list('listed')).toArray();
  expect(listed.map(({ name }) => name)).toEqual(['listed/one', 'listed/three', 'listed/two']);
  for (const { writtenAt } of listed) expect(Math.abs(Date.now() - writtenAt)).toBeLessThan(60_000);
  await files.remove('listed/two');
  expect(await files.exists('listed/two')).toBe(false);
});

test('a connection that ends in the middle is taken up again, where it is still the same file', async () => {
  const bytes = randomBytes(3 * MEGABYTE);
  await files.write('uploads/resumed', inPieces(bytes));
  let cuts = 0;
  door.disturb = ({ headers }, response) => {
    if (cuts === 3) return false;
    cuts += 1;
    const { etag } = door.objects.get('cell-1/uploads/resumed')!;
    const rest = bytes.subarray(Number(/\d+/.exec(headers.range ?? '0')![0]));
    response.writeHead(headers.range ? 206 : 200, { etag, 'content-length': rest.length });
    response.write(rest.subarray(0, 700_000), () => response.destroy());
    return true;
  };
  expect((await buffer(files.read('uploads/resumed'))).equals(bytes)).toBe(true);
  expect(cuts).toBe(3);

  cuts = 2;
  const reading = files.read('uploads/resumed');
  reading.once('data', () => void files.write('uploads/resumed', Readable.from(['another one'])));
  await expect(buffer(reading)).rejects.toThrow('another one');
});

test('errors of the store that pass are outlasted, others are said', async () => {
  let left = 2;
  door.disturb = (_, response) => {
    if (left === 0) return false;
    left -= 1;
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    return true;
  };
  expect(await files.write('uploads/slow', Readable.from(['slow']))).toBe(4);
  expect(left).toBe(0);
  const wrong = await open({ SUNFLEET_FILES_SECRET: 'another' });
  await expect(wrong.exists('uploads/slow')).rejects.toMatchObject({ key: 'storeUnavailable' });
  await expect(wrong.write('uploads/slow', Readable.from(['x']))).rejects.toMatchObject({
    values: { store: 'S3', reason: expect.stringContaining('SignatureDoesNotMatch') as string },
  });
  await expect((await open({ SUNFLEET_FILES_URL: 's3://elsewhere' })).check()).rejects.toMatchObject({
    key: 'storeUnavailable',
  });
  expect(await text(files.read('uploads/slow'))).toBe('slow');
});

test('a store that is gone says so and never that a file is missing', async () => {
  const gone = await open({ SUNFLEET_FILES_ENDPOINT: 'http://127.0.0.1:9' });
  await expect(gone.exists('uploads/a.data')).rejects.toMatchObject({ key: 'storeUnavailable' });
});

test('settings of files belong together', () => {
  expect(() => readConfig({ SUNFLEET_FILES_URL: 'https://bucket' })).toThrow('SUNFLEET_FILES_URL');
  expect(() => readConfig({ ...place, SUNFLEET_FILES_SECRET: '' })).toThrow('SUNFLEET_FILES_SECRET');
  expect(() => readConfig({ SUNFLEET_FILES_ENDPOINT: door.url })).toThrow('needs SUNFLEET_FILES_URL');
  expect(readConfig({ SUNFLEET_FILES_URL: 's3://sun' }).files).toMatchObject({
    folder: undefined,
    pathStyle: false,
  });
  expect(readConfig(place).files).toMatchObject({ bucket: 'sun', folder: 'cell-1', pathStyle: true });
});
