import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation, makeUser } from '../../../test/makers.ts';
import { createFileQuota } from './limits/file-quota.ts';
import { createUploads } from './uploads.ts';
import { forgetUploads } from './index.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const { db, files, clock } = platform;
const HOUR = 3_600_000;

test('files of people who are gone go after a day although nobody uploads another one, and those that an import needs stay', async () => {
  const uploads = createUploads(files, createFileQuota(platform));
  const [gone, stays] = [await makeUser(platform), await makeUser(platform)];
  const keep = ({ id: userId }: { id: number }) =>
    uploads.keep({
      stream: Readable.from(['time,P\n']),
      fileName: 'of somebody.csv',
      payer: { userId, organisationId: null, customerId: null },
      announced: 7,
    });
  const [unused, needed] = [await keep(gone), await keep(stays)];
  const station = await makeStation(platform);
  await db
    .insertInto('imports')
    .values({
      fileId: needed.fileId,
      fileName: needed.fileName,
      userId: stays.id,
      stationId: station.id,
      mapping: '{}',
      state: 'importing',
      onError: 'refuse',
      language: 'en-US',
      createdAt: new Date(clock.now()),
    })
    .execute();
  await db.deleteFrom('users').where('id', '=', gone.id).execute();
  const there = async () => [await uploads.exists(unused.fileId), await uploads.exists(needed.fileId)];
  clock.set(Date.now() + 23 * HOUR);
  await forgetUploads(platform);
  expect(await there()).toEqual([true, true]);
  clock.advance(2 * HOUR);
  await forgetUploads(platform);
  expect(await there()).toEqual([false, true]);
  expect(await db.selectFrom('importFiles').select('fileId').execute()).toEqual([{ fileId: needed.fileId }]);
});
