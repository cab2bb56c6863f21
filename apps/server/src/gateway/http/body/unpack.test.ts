import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodingOf, unpack } from './unpack.ts';

const LIMIT = 32 * 1024 * 1024;

test('gzip and deflate are unpacked; what is not packed so is refused', async () => {
  const text = Buffer.from('pv,sn=A ac.power=1\n'.repeat(1000));
  expect(await unpack(gzipSync(text), 'gzip', LIMIT)).toEqual(text);
  expect(await unpack(deflateSync(text), 'deflate', LIMIT)).toEqual(text);
  await expect(unpack(Buffer.from('not gzip'), 'gzip', LIMIT)).rejects.toMatchObject({ key: 'invalidInput' });
  await expect(unpack(gzipSync(text).subarray(0, 50), 'gzip', LIMIT)).rejects.toMatchObject({
    key: 'invalidInput',
  });
});

test('a small body that unpacks to very much is stopped long before the limit of bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 10));
  expect(bomb.length).toBeLessThan(32 * 1024);
  await expect(unpack(bomb, 'gzip', LIMIT)).rejects.toMatchObject({ key: 'payloadTooLarge' });
  await expect(unpack(gzipSync(Buffer.alloc(2000)), 'gzip', 1000)).rejects.toMatchObject({
    key: 'payloadTooLarge',
  });
});

test('only known encodings are taken, in any spelling', () => {
  expect([undefined, '', ' Identity '].map(encodingOf)).toEqual([undefined, undefined, undefined]);
  expect(encodingOf('GZIP')).toBe('gzip');
  for (const name of ['snappy', 'gzip, gzip', 'constructor'])
    expect(() => encodingOf(name)).toThrow('unsupportedFileType');
});
